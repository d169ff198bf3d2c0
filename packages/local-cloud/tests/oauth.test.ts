import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OAuth2Client } from 'google-auth-library';
import {
  browseCloud,
  exchangeCode,
  googleIdToken,
  idpRequest,
  refresh,
  signInWithIdp,
  startSignIn,
} from '../client.ts';
import { startCloud } from '../cloud.ts';
import type { Cloud } from '../cloud.ts';
import { decodeJwt } from '../identity/jwt.ts';

let cloud: Cloud;
const ada = {
  sub: '42',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  picture: 'https://example.com/ada.png',
};

beforeAll(async () => {
  cloud = await startCloud();
});
beforeEach(() => {
  cloud.controls.signInAs(ada);
});
afterAll(async () => cloud.close());

/** Verifies a token with Google's own library. */
async function verify(idToken: string) {
  const { issuer, certs } = cloud.config.endpoints;
  const client = new OAuth2Client({
    clientId: cloud.config.google.clientId,
    issuers: [issuer],
    endpoints: { oauth2FederatedSignonPemCertsUrl: certs },
  });
  const ticket = await client.verifyIdToken({ idToken, audience: cloud.config.google.clientId });
  return ticket.getPayload();
}

test('a sign-in goes straight through to a token with the claims that Google gives', async () => {
  const attempt = startSignIn(cloud);
  const { url, status } = await browseCloud(attempt.url);
  expect(status).toBe(303);
  const redirect = new URL(url);
  expect(redirect.origin + redirect.pathname).toBe('http://127.0.0.1:9/callback');
  expect(redirect.searchParams.get('state')).toBe('state');
  const answer = await exchangeCode(cloud, url, attempt);
  const tokens = (await answer.json()) as { id_token: string; access_token: string };
  expect(await verify(tokens.id_token)).toMatchObject({
    ...ada,
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Lovelace',
    nonce: attempt.nonce,
    aud: cloud.config.google.clientId,
    iss: cloud.config.endpoints.issuer,
  });
});

test('the signing keys are also served as a JSON Web Key Set', async () => {
  const keys = await (await fetch(`${cloud.httpUrl}/oauth2/v3/certs`)).json();
  const certs = (await (await fetch(cloud.config.endpoints.certs)).json()) as object;
  expect(keys).toMatchObject({ keys: [{ kty: 'RSA', kid: Object.keys(certs)[0] }] });
});

test.each([
  'http://127.0.0.1:51234',
  'http://127.0.0.1:51234/',
  'http://localhost:51234/callback',
  'http://[::1]:51234/any/path',
])('%s is accepted as the redirect of a desktop app', async (redirectUri) => {
  const attempt = startSignIn(cloud, { redirect_uri: redirectUri });
  const { url } = await browseCloud(attempt.url);
  expect(new URL(url).searchParams.get('code')).toBeTruthy();
  expect((await exchangeCode(cloud, url, attempt, { redirect_uri: redirectUri })).status).toBe(200);
});

test.each(['https://example.com/callback', 'http://192.168.0.1/callback', 'inkling://callback'])(
  '%s is refused as the redirect of a desktop app',
  async (redirectUri) => {
    const { status, text, url } = await browseCloud(startSignIn(cloud, { redirect_uri: redirectUri }).url);
    expect(status).toBe(400);
    expect(url).toContain(cloud.httpUrl);
    expect(text).toContain('redirect_uri');
  },
);

test('PKCE is required, with S256', async () => {
  for (const extra of [{ code_challenge: '' }, { code_challenge_method: 'plain' }]) {
    const { url } = await browseCloud(startSignIn(cloud, extra).url);
    expect(new URL(url).searchParams.get('error')).toBe('invalid_request');
  }
});

test('a wrong verifier, secret or a code used twice is refused', async () => {
  const attempt = startSignIn(cloud);
  const redirect = async () => (await browseCloud(attempt.url)).url;
  const wrongVerifier = await exchangeCode(cloud, await redirect(), attempt, {
    code_verifier: 'x'.repeat(43),
  });
  expect(await wrongVerifier.json()).toMatchObject({ error: 'invalid_grant' });
  const wrongSecret = await exchangeCode(cloud, await redirect(), attempt, { client_secret: 'wrong' });
  expect(await wrongSecret.json()).toMatchObject({ error: 'invalid_client' });
  const url = await redirect();
  expect((await exchangeCode(cloud, url, attempt)).status).toBe(200);
  expect(await (await exchangeCode(cloud, url, attempt)).json()).toMatchObject({ error: 'invalid_grant' });
});

test('a denied sign-in redirects with access_denied', async () => {
  cloud.controls.denySignIn();
  const { url } = await browseCloud(startSignIn(cloud).url);
  expect(new URL(url).searchParams.get('error')).toBe('access_denied');
  expect(new URL(url).searchParams.get('state')).toBe('state');
});

test('the account chooser offers the known accounts and signs in the chosen one', async () => {
  cloud.controls.askWhoSignsIn();
  const attempt = startSignIn(cloud);
  const page = await browseCloud(attempt.url);
  expect(page.text).toContain('ben@example.com');
  expect(page.text).toContain('ada@example.com');
  const ben = cloud.controls.accounts().find(({ email }) => email === 'ben@example.com');
  const { url } = await browseCloud(page.url, {
    form: new URLSearchParams({ sub: ben?.sub ?? '' }),
    cookies: page.cookies,
  });
  const { id_token: token } = (await (await exchangeCode(cloud, url, attempt)).json()) as {
    id_token: string;
  };
  expect(decodeJwt(token)).toMatchObject({ email: 'ben@example.com', sub: ben?.sub });
});

test('the account chooser accepts a new account, which is then known', async () => {
  cloud.controls.askWhoSignsIn();
  const page = await browseCloud(startSignIn(cloud).url);
  const form = new URLSearchParams({ email: 'new@example.com', name: '<b>New</b>' });
  const { url } = await browseCloud(page.url, { form, cookies: page.cookies });
  expect(new URL(url).searchParams.get('code')).toBeTruthy();
  const { text: html } = await browseCloud(startSignIn(cloud).url);
  expect(html).toContain('new@example.com');
  expect(html).not.toContain('<b>New</b>');
});

test('cancelling the account chooser redirects with access_denied', async () => {
  cloud.controls.askWhoSignsIn();
  const page = await browseCloud(startSignIn(cloud).url);
  const { url } = await browseCloud(page.url, {
    form: new URLSearchParams({ cancel: 'yes' }),
    cookies: page.cookies,
  });
  expect(new URL(url).searchParams.get('error')).toBe('access_denied');
});

test('the address of an unknown sign-in shows a page that asks to start again', async () => {
  const response = await fetch(`${cloud.httpUrl}/interaction/nothing`);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('Start again');
});

test('the requested number of ID tokens get changed claims or a wrong signature', async () => {
  const changed = async (changes: Parameters<Cloud['controls']['changeIdTokens']>[0]) => {
    cloud.controls.changeIdTokens(changes, 1);
    return googleIdToken(cloud);
  };
  expect(decodeJwt(await changed({ nonce: 'other' }))).toMatchObject({ nonce: 'other' });
  expect(decodeJwt(await changed({ nonce: null }))).not.toHaveProperty('nonce');
  await expect(verify(await changed({ aud: 'other' }))).rejects.toThrow('recipient');
  await expect(verify(await changed({ expiresInSeconds: -600 }))).rejects.toThrow('too late');
  await expect(verify(await changed({ iatOffsetSeconds: 3000 }))).rejects.toThrow('too early');
  await expect(verify(await changed({ signature: 'wrong' }))).rejects.toThrow('signature');
  expect(await verify(await googleIdToken(cloud))).toMatchObject({ sub: '42' });
});

test('the controls list every issued code, token and secret', async () => {
  const attempt = startSignIn(cloud);
  const { url } = await browseCloud(attempt.url);
  const answer = await exchangeCode(cloud, url, attempt);
  const { id_token: idToken, access_token: accessToken } = (await answer.json()) as Record<string, string>;
  const signedIn = (await (await signInWithIdp(cloud, idpRequest(idToken ?? ''))).json()) as Record<
    string,
    string
  >;
  const form = { grant_type: 'refresh_token', refresh_token: signedIn['refreshToken'] ?? '' };
  const refreshed = (await (await refresh(cloud, form)).json()) as Record<string, string>;
  expect(cloud.controls.issuedSecrets()).toEqual(
    expect.arrayContaining([
      { name: 'code', value: new URL(url).searchParams.get('code') },
      { name: 'code_verifier', value: attempt.verifier },
      { name: 'client_secret', value: cloud.config.google.clientSecret },
      { name: 'id_token', value: idToken },
      { name: 'access_token', value: accessToken },
      { name: 'idToken', value: signedIn['idToken'] },
      { name: 'refreshToken', value: signedIn['refreshToken'] },
      { name: 'id_token', value: refreshed['id_token'] },
    ]),
  );
});
