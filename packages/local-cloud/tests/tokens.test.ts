import { generateKeyPairSync } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { googleIdToken, refresh, signIn } from '../client.ts';
import { decodeJwt, signJwt } from '../identity/jwt.ts';
import { codeOf, newNote, useCloud } from './testing.ts';

const fixture = useCloud();

async function create(token: string | null): Promise<unknown> {
  return codeOf(
    fixture
      .open(() => token)
      .doc('notes/token')
      .create(newNote('somebody')),
  );
}

test('a call without an ID token, or with a text that is not one, is refused', async () => {
  expect(await create(null)).toBe(status.UNAUTHENTICATED);
  expect(await create('owner')).toBe(status.UNAUTHENTICATED);
});

test('a token that was signed with another key is refused', async () => {
  const { idToken } = await fixture.newUser();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const [head = ''] = idToken.split('.');
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string };
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  expect(await create(signJwt(decodeJwt(idToken), { kid, privateKey: pem, publicKey: '' }))).toBe(
    status.UNAUTHENTICATED,
  );
});

test("an ID token of Google is refused instead of Firebase's own", async () => {
  await fixture.newUser();
  expect(await create(await googleIdToken(fixture.cloud))).toBe(status.UNAUTHENTICATED);
});

test('an expired token is refused', async () => {
  fixture.cloud.controls.setTokenTtl(1);
  const { idToken } = await fixture.newUser();
  await expect.poll(async () => create(idToken)).toBe(status.UNAUTHENTICATED);
});

test('after a revocation the old tokens are refused, and tokens of a new sign-in are accepted', async () => {
  const person = { sub: 'revoked', email: 'revoked@example.com' };
  const old = await signIn(fixture.cloud, person);
  fixture.cloud.controls.revoke(old.uid);
  expect(await create(old.idToken)).toBe(status.UNAUTHENTICATED);
  const form = { grant_type: 'refresh_token', refresh_token: old.refreshToken };
  expect(await (await refresh(fixture.cloud, form)).json()).toMatchObject({
    error: { message: 'TOKEN_EXPIRED' },
  });
  const fresh = await signIn(fixture.cloud, person);
  expect(fresh.uid).toBe(old.uid);
  expect(await create(fresh.idToken)).toBe(status.PERMISSION_DENIED);
  fixture.cloud.controls.revoke(old.uid);
  expect(await create(fresh.idToken)).toBe(status.UNAUTHENTICATED);
});

test('a revocation ends the open streams of the revoked user only', async () => {
  const ada = await fixture.newUser();
  const ben = await fixture.newUser();
  const live = [fixture.live(ada.notes), fixture.live(ben.notes)];
  for (const query of live) await query.next();
  fixture.cloud.controls.clearRequests();
  fixture.cloud.controls.revoke(ada.uid);
  // The SDK reopens the stream with the revoked token.
  const listens = () => fixture.cloud.controls.requests().filter(({ rpc }) => rpc === 'Listen');
  await expect.poll(() => listens().length).toBeGreaterThan(0);
  expect(listens().every(({ uid }) => uid === null)).toBe(true);
  await ben.firestore.doc('notes/still').create(newNote(ben.uid));
  expect(await live[1]?.changes()).toEqual(['added:still']);
});
