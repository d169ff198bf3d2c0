import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { googleIdToken, idpRequest, refresh, signIn, signInWithIdp } from '../client.ts';
import { startCloud } from '../cloud.ts';
import type { Cloud } from '../cloud.ts';
import { decodeJwt } from '../identity/jwt.ts';

let cloud: Cloud;

beforeAll(async () => {
  cloud = await startCloud();
});
afterAll(async () => cloud.close());

/** Google's error message of an answer, with its HTTP status. */
async function errorOf(answer: Response): Promise<string> {
  const { error } = (await answer.json()) as { error: { code: number; message: string } };
  expect(error.code).toBe(answer.status);
  return `${error.code} ${error.message}`;
}

const somebody = () => ({ sub: randomUUID(), email: 'ada@example.com', name: 'Ada Lovelace' });

test('a Google ID token becomes a Firebase user with tokens', async () => {
  const person = somebody();
  cloud.controls.signInAs(person);
  const idToken = await googleIdToken(cloud);
  const answer = await signInWithIdp(cloud, idpRequest(idToken));
  const body = (await answer.json()) as Record<string, string>;
  const uid = cloud.controls.accounts().find(({ sub }) => sub === person.sub)?.uid;
  expect(body).toMatchObject({
    kind: 'identitytoolkit#VerifyAssertionResponse',
    federatedId: `https://accounts.google.com/${person.sub}`,
    providerId: 'google.com',
    localId: uid,
    email: person.email,
    emailVerified: true,
    displayName: person.name,
    oauthIdToken: idToken,
    expiresIn: '3600',
  });
  expect(uid).toMatch(/^[A-Za-z0-9]{28}$/);
  const claims = decodeJwt(body['idToken'] ?? '');
  expect(claims).toMatchObject({
    iss: 'https://securetoken.google.com/inkling-local',
    aud: 'inkling-local',
    sub: uid,
    user_id: uid,
    email: person.email,
    firebase: {
      identities: { 'google.com': [person.sub], email: [person.email] },
      sign_in_provider: 'google.com',
    },
  });
  expect(Number(claims['exp']) - Number(claims['iat'])).toBe(3600);
});

test('a sign-in without returnSecureToken gets no tokens', async () => {
  cloud.controls.signInAs(somebody());
  const request = { ...idpRequest(await googleIdToken(cloud)), returnSecureToken: false };
  const body = await (await signInWithIdp(cloud, request)).json();
  expect(body).not.toHaveProperty('idToken');
  expect(body).not.toHaveProperty('refreshToken');
});

test('a refresh token gives a new ID token', async () => {
  const { uid, refreshToken } = await signIn(cloud, somebody());
  const answer = await refresh(cloud, { grant_type: 'refresh_token', refresh_token: refreshToken });
  const body = (await answer.json()) as Record<string, string>;
  expect(body).toMatchObject({
    token_type: 'Bearer',
    expires_in: '3600',
    refresh_token: refreshToken,
    user_id: uid,
    access_token: body['id_token'],
  });
  expect(decodeJwt(body['id_token'] ?? '')).toMatchObject({ sub: uid });
});

test('an incomplete sign-in request is refused with the name of the error', async () => {
  cloud.controls.signInAs(somebody());
  const good = idpRequest(await googleIdToken(cloud));
  const message = async (body: object) => errorOf(await signInWithIdp(cloud, body));
  expect(await message({ ...good, requestUri: undefined })).toBe('400 MISSING_REQUEST_URI');
  expect(await message({ ...good, postBody: undefined })).toBe('400 MISSING_POST_BODY');
  expect(await message({ ...good, postBody: 'id_token=x&providerId=other.com' })).toBe(
    '400 OPERATION_NOT_ALLOWED',
  );
  expect(await message({ ...good, postBody: 'providerId=google.com' })).toContain('400 INVALID_IDP_RESPONSE');
  expect(await message(idpRequest('no.token.atall'))).toContain('400 INVALID_IDP_RESPONSE');
});

test.each([
  [{ aud: 'other' }, 'INVALID_IDP_RESPONSE'],
  [{ iss: 'https://example.com' }, 'INVALID_IDP_RESPONSE'],
  [{ expiresInSeconds: -5 }, 'INVALID_IDP_RESPONSE'],
  [{ signature: 'wrong' }, 'INVALID_IDP_RESPONSE'],
  [{ nonce: null }, 'MISSING_OR_INVALID_NONCE'],
] as const)('a Google ID token with %o is refused', async (changes, code) => {
  cloud.controls.signInAs(somebody());
  cloud.controls.changeIdTokens(changes, 1);
  expect(await errorOf(await signInWithIdp(cloud, idpRequest(await googleIdToken(cloud))))).toContain(
    `400 ${code}`,
  );
});

test('a request with a missing or wrong API key is refused', async () => {
  expect(await errorOf(await signInWithIdp(cloud, {}, null))).toContain(
    "403 Method doesn't allow unregistered callers",
  );
  const wrong = await signInWithIdp(cloud, {}, 'wrong');
  expect(await wrong.json()).toMatchObject({
    error: { code: 400, status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] },
  });
  expect(await errorOf(await refresh(cloud, {}, 'wrong'))).toContain('API key not valid');
});

test('an invalid refresh request is refused with the name of the error', async () => {
  const message = async (form: Record<string, string>) => errorOf(await refresh(cloud, form));
  expect(await message({})).toBe('400 MISSING_GRANT_TYPE');
  expect(await message({ grant_type: 'password' })).toBe('400 INVALID_GRANT_TYPE');
  expect(await message({ grant_type: 'refresh_token' })).toBe('400 MISSING_REFRESH_TOKEN');
  expect(await message({ grant_type: 'refresh_token', refresh_token: 'x' })).toBe(
    '400 INVALID_REFRESH_TOKEN',
  );
});

test.each([
  ['active', 'TOKEN_EXPIRED'],
  ['disabled', 'USER_DISABLED'],
  ['deleted', 'USER_NOT_FOUND'],
] as const)('a refresh after a revocation that leaves the user %s answers %s', async (state, code) => {
  const { uid, refreshToken } = await signIn(cloud, somebody());
  expect(cloud.controls.revoke(uid, state)).toBe(true);
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  expect(await errorOf(await refresh(cloud, form))).toBe(`400 ${code}`);
});

test('a disabled user cannot sign in, an enabled or deleted one can again', async () => {
  const person = somebody();
  const { uid } = await signIn(cloud, person);
  cloud.controls.revoke(uid, 'disabled');
  const attempt = async () => signInWithIdp(cloud, idpRequest(await googleIdToken(cloud)));
  expect(await errorOf(await attempt())).toBe('400 USER_DISABLED');
  cloud.controls.enable(uid);
  expect((await attempt()).status).toBe(200);
  cloud.controls.revoke(uid, 'deleted');
  expect((await attempt()).status).toBe(200);
});
