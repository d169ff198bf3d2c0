/** Signing in against `oidc-provider`, which refuses what the standards refuse, and the local cloud's two calls. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AuthConfig } from '#main/auth/contract.ts';
import { REQUEST_TIMEOUT } from '#main/auth/http.ts';
import { SIGN_IN_TIMEOUT } from '#main/auth/sign-in-attempt.ts';
import { LOG_LINES } from '#shared/spec.ts';
import { type Cloud, startCloud } from '#tests/cloud/cloud.ts';
import { answerUrl, browse } from '#tests/support/browser.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';
import { createRig, type Rig } from './support/rig.ts';

let cloud: Cloud;
beforeAll(async () => {
  cloud = await startCloud();
});
afterAll(async () => cloud.close());

const ALICE = { sub: '1001', email: 'alice@example.com', name: 'Alice Example' };
const BOB = { sub: '1002', email: 'bob@example.com', name: 'Bob Example' };

afterEach(() => {
  cloud.controls.setTokenTtl(3600);
});

function config(): AuthConfig {
  const { firebase, google, endpoints } = cloud.config;
  return { apiKey: firebase.apiKey, ...google, endpoints };
}

async function rigFor(changes: Parameters<typeof createRig>[1] = {}): Promise<Rig> {
  cloud.controls.signInAs(ALICE);
  return createRig({}, { config: config(), ...changes });
}

/** The attempt fails for this reason, which the browser and the log tell; the user stays where they were. */
async function expectFailure(rig: Rig, message: string): Promise<void> {
  await expect(rig.auth.signIn()).rejects.toMatchObject({ code: 'sign-in-failed', message });
  expect(rig.log).toEqual([`error ${LOG_LINES.signInFailed} ${message}`]);
  expect(rig.auth.state).toEqual({ status: 'signed-out', signingIn: false });
  expect((await rig.visits[0])?.text).toContain(message);
}

test('success', async () => {
  const rig = await rigFor();
  await expect(rig.auth.signIn()).resolves.toMatchObject({ email: ALICE.email, name: ALICE.name });
  expect(rig.log).toEqual([`info ${LOG_LINES.signedIn}`]);
  expect((await rig.visits[0])?.text).toContain('You are signed in');
  const again = await rig.restart();
  await expect(again.auth.idToken()).resolves.toMatch(/^eyJ/);
});

test('the user denies', async () => {
  const rig = await rigFor();
  cloud.controls.denySignIn();
  await expectFailure(rig, 'Google says that the sign-in was declined.');
});

test('a wrong client secret', async () => {
  const rig = await rigFor({ config: { ...config(), clientSecret: 'wrong' } });
  await expectFailure(rig, 'Google did not accept the sign-in: invalid_client.');
});

test('a wrong API key', async () => {
  const rig = await rigFor({ config: { ...config(), apiKey: 'wrong' } });
  await expectFailure(rig, 'The account could not be signed in: the server answered with status 400.');
});

test('the provider is down when the code is exchanged', async () => {
  const other = await startCloud();
  const { endpoints } = other.config;
  await other.close();
  const { authorize, certs, issuer, identityToolkit, secureToken } = cloud.config.endpoints;
  const rig = await rigFor({
    config: {
      ...config(),
      endpoints: { authorize, certs, issuer, identityToolkit, secureToken, token: endpoints.token },
    },
  });
  const { host } = new URL(endpoints.token);
  await expectFailure(rig, `${host} could not be reached (ECONNREFUSED).`);
});

describe('a service that breaks down', () => {
  const broken: [string, Parameters<Cloud['controls']['addFault']>[0], string][] = [
    ['the provider', { rpc: 'OAuthToken', kind: 'status', code: 503 }, 'status 503'],
    ['the provider, in the middle of its answer', { rpc: 'OAuthToken', kind: 'cut' }, 'could not be reached'],
    ['Identity Toolkit', { rpc: 'SignInWithIdp', kind: 'status', code: 500 }, 'status 500'],
    [
      'Identity Toolkit, after it did its part',
      { rpc: 'SignInWithIdp', kind: 'drop-after-commit' },
      'reached',
    ],
  ];

  test.each(broken)('%s', async (_what, fault, reason) => {
    const rig = await rigFor();
    await cloud.controls.addFault({ ...fault, times: 1 });
    await expect(rig.auth.signIn()).rejects.toMatchObject({
      code: 'sign-in-failed',
      message: expect.stringContaining(reason),
    });
    await expect(rig.auth.signIn()).resolves.toMatchObject({ email: ALICE.email });
  });

  test.each(['OAuthToken', 'SignInWithIdp'] as const)('%s, without ever answering', async (rpc) => {
    const rig = await rigFor();
    cloud.controls.clearRequests();
    await cloud.controls.addFault({ rpc, kind: 'hang', times: 1 });
    const attempt = rig.auth.signIn();
    attempt.catch(() => undefined);
    await expect.poll(() => cloud.controls.faults(), { interval: 5 }).toEqual([]);
    rig.clock.advance(REQUEST_TIMEOUT);
    await expect(attempt).rejects.toMatchObject({
      message: expect.stringContaining('did not answer in time'),
    });
    expect((await rig.visits[0])?.text).toContain('did not answer in time');
    await expect(rig.auth.signIn()).resolves.toMatchObject({ email: ALICE.email });
  });

  test('a refresh waits for better times and keeps the session', async () => {
    const rig = await rigFor();
    await rig.auth.signIn();
    rig.auth.rejectToken(await rig.auth.idToken());
    await cloud.controls.addFault({ rpc: 'SecureToken', kind: 'cut', times: 1 });
    await expect(rig.auth.idToken()).rejects.toMatchObject({ code: 'network' });
    expect(rig.auth.state).toMatchObject({ status: 'signed-in', expired: false });
    await expect(rig.auth.idToken()).resolves.toMatch(/^eyJ/);
  });
});

test('nobody answers within five minutes; a later answer finds the door closed', async () => {
  const rig = await rigFor({ openBrowser: async () => undefined });
  const attempt = rig.auth.signIn();
  attempt.catch(() => undefined);
  await expect.poll(() => rig.opened.length, { interval: 5 }).toBe(1);
  const answer = await answerUrl(rig.opened[0] ?? '');
  rig.clock.advance(SIGN_IN_TIMEOUT);
  await expect(attempt).rejects.toMatchObject({
    message: 'No answer came from the browser within five minutes.',
  });
  await expect(browse(answer)).rejects.toThrow('fetch failed');
});

test('a browser that was closed, and a second try', async () => {
  const rig = await rigFor({ openBrowser: async () => undefined });
  const first = rig.auth.signIn();
  first.catch(() => undefined);
  await expect.poll(() => rig.opened.length, { interval: 5 }).toBe(1);
  // As far as the provider's page, and no further.
  const left = await answerUrl(rig.opened[0] ?? '');
  const second = rig.auth.signIn();
  await expect(first).rejects.toMatchObject({ code: 'sign-in-superseded' });
  await expect.poll(() => rig.opened.length, { interval: 5 }).toBe(2);
  await expect(browse(left)).rejects.toThrow('fetch failed');
  await browse(rig.opened[1] ?? '');
  await expect(second).resolves.toMatchObject({ email: ALICE.email });
  expect(rig.log).toEqual([`info ${LOG_LINES.signedIn}`]);
});

test('an answer with a wrong state is refused, and the real one still counts', async () => {
  const rig = await rigFor({ openBrowser: async () => undefined });
  const attempt = rig.auth.signIn();
  await expect.poll(() => rig.opened.length, { interval: 5 }).toBe(1);
  const answer = new URL(await answerUrl(rig.opened[0] ?? ''));
  const forged = new URL(answer);
  forged.searchParams.set('state', 'x'.repeat(43));
  await expect(browse(forged.href)).resolves.toMatchObject({ status: 400 });
  await expect(browse(answer.href)).resolves.toMatchObject({ status: 200 });
  await expect(attempt).resolves.toMatchObject({ email: ALICE.email });
});

describe('an ID token', () => {
  const spoiled: [
    what: string,
    changes: Parameters<Cloud['controls']['changeIdTokens']>[0],
    message: string,
  ][] = [
    ['with another nonce', { nonce: 'other' }, 'Google’s answer belongs to another sign-in.'],
    ['without a nonce', { nonce: null }, 'Google’s ID token is not valid.'],
    ['for another audience', { aud: 'other' }, 'Google’s ID token was issued for another app.'],
    ['of another issuer', { iss: 'https://evil' }, 'The ID token was not issued by Google.'],
    ['that has expired', { expiresInSeconds: -120 }, 'Google’s ID token has expired.'],
    ['signed by somebody else', { signature: 'wrong' }, 'Google’s ID token is not valid.'],
  ];

  test.each(spoiled)('%s is refused, and the next try works', async (_what, changes, message) => {
    const rig = await rigFor();
    cloud.controls.changeIdTokens(changes, 1);
    await expectFailure(rig, message);
    await expect(rig.auth.signIn()).resolves.toMatchObject({ email: ALICE.email });
  });
});

test.each([-10, 10])(
  'with a clock that is off by %i minutes, signing in and refreshing work',
  async (minutes) => {
    const clock = createManualClock(Date.now() + minutes * 60_000);
    const rig = await rigFor({ now: clock.now, after: clock.after });
    await expect(rig.auth.signIn()).resolves.toMatchObject({ email: ALICE.email });
    const first = await rig.auth.idToken();
    expect(await rig.auth.idToken()).toBe(first);
    clock.advance(56 * 60_000);
    await expect(rig.auth.idToken()).resolves.toMatch(/^eyJ/);
  },
);

test('a code that was stolen on its way is of no use without the verifier', async () => {
  const rig = await rigFor({ openBrowser: async () => undefined });
  const attempt = rig.auth.signIn();
  await expect.poll(() => rig.opened.length, { interval: 5 }).toBe(1);
  const answer = await answerUrl(rig.opened[0] ?? '');
  const { searchParams } = new URL(answer);
  const stolen = await fetch(cloud.config.endpoints.token, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      client_id: cloud.config.google.clientId,
      client_secret: cloud.config.google.clientSecret,
      redirect_uri: answer.split('?')[0] ?? '',
    }),
  });
  expect(stolen.status).toBe(400);
  await browse(answer);
  await expect(attempt).resolves.toMatchObject({ email: ALICE.email });
});

test('a replayed code is refused', async () => {
  const rig = await rigFor();
  await rig.auth.signIn();
  const used = new URL((await rig.visits[0])?.url ?? '').searchParams.get('code') ?? '';
  const replaying = await rigFor({
    async openBrowser(url) {
      const answer = new URL(await answerUrl(url));
      answer.searchParams.set('code', used);
      void browse(answer.href);
    },
  });
  await expect(replaying.auth.signIn()).rejects.toMatchObject({
    message: 'Google did not accept the sign-in: invalid_grant.',
  });
});

describe('a session whose tokens Google ended', () => {
  test.each(['active', 'disabled', 'deleted'] as const)('(%s) asks to sign in again', async (state) => {
    const rig = await rigFor();
    const { uid } = await rig.auth.signIn();
    cloud.controls.revoke(uid, state);
    rig.auth.rejectToken(await rig.auth.idToken());
    await expect(rig.auth.idToken()).rejects.toMatchObject({ code: 'session-expired' });
    expect(rig.auth.state).toMatchObject({ status: 'signed-in', expired: true, user: { uid } });
    cloud.controls.enable(uid);
    await expect(rig.auth.signIn()).resolves.toMatchObject({ uid });
    expect(rig.auth.state).toMatchObject({ status: 'signed-in', expired: false });
  });
});

test('two accounts have two user ids, the same account always the same', async () => {
  const rig = await rigFor();
  const alice = await rig.auth.signIn();
  await rig.auth.signOut();
  cloud.controls.signInAs(BOB);
  const bob = await rig.auth.signIn();
  cloud.controls.signInAs(ALICE);
  const again = await rig.auth.signIn();
  expect(bob.uid).not.toBe(alice.uid);
  expect(again.uid).toBe(alice.uid);
});
