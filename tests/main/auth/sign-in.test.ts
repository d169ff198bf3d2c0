import { get } from 'node:http';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Uid } from '#shared/note/note.ts';
import { LOG_LINES } from '#shared/base/spec.ts';
import { SIGN_IN_TIMEOUT } from '#main/auth/sign-in-attempt.ts';
import { REASONS } from '#shared/base/reasons.ts';
import { browse, browseToAnswer, cookieHeader, type GoogleAnswer } from '@inkling/local-cloud/browser.ts';
import { type FakeGoogle, json, startFakeGoogle } from './support/fake-google.ts';
import { createRig, type Rig } from './support/rig.ts';

let google: FakeGoogle;
beforeEach(async () => {
  google = await startFakeGoogle();
});
afterEach(async () => google.stop());

const ALICE = {
  uid: 'alice',
  email: 'alice@example.com',
  name: 'alice',
  picture: 'https://lh3.googleusercontent.com/a/alice=s96-c',
};
/** The answer as a browser with other cookie values would deliver it. */
function withCookies(
  { url, cookies }: GoogleAnswer,
  change: (value: string, name: string) => string,
): GoogleAnswer {
  return { url, cookies: cookies.map((cookie) => ({ ...cookie, value: change(cookie.value, cookie.name) })) };
}

const never = async (): Promise<void> => undefined;

/** Checks that the attempt's loopback server accepts no more connections. */
async function expectClosed(address: string | undefined): Promise<void> {
  const { origin } = new URL(address ?? '');
  const refusal = (): Promise<unknown> => fetch(origin).catch((error: unknown) => error);
  await expect.poll(refusal).toMatchObject({ message: 'fetch failed' });
}

/** Waits until the app has opened the browser `count` times. @returns the address opened last */
async function opened(rig: Rig, count = 1): Promise<string> {
  await expect.poll(() => rig.opened.length, { interval: 5 }).toBeGreaterThanOrEqual(count);
  return rig.opened[count - 1] ?? '';
}

/** The answer with another query. */
function changed({ url, cookies }: GoogleAnswer, changes: Record<string, string | null>): GoogleAnswer {
  const copy = new URL(url);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) copy.searchParams.delete(name);
    else copy.searchParams.set(name, value);
  }
  return { url: copy.href, cookies };
}

/** Visits the address as the browser with these cookies does, with other headers or another method. */
async function visit({ url, cookies }: GoogleAnswer, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { headers: { cookie: cookieHeader(cookies, url) }, ...init });
}

/**
 * Sends a request to the loopback server under another host name that resolves to this computer.
 */
async function askAs(host: string, { url, cookies }: GoogleAnswer): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  get(url, { headers: { host, cookie: cookieHeader(cookies, url) } }, (message) => {
    message.resume();
    resolve(new Response('', { status: message.statusCode ?? 0 }));
  }).on('error', reject);
  return promise;
}

describe('a successful sign-in', () => {
  test('a sign-in goes from unknown over signing in to signed in, and logs the line of spec §8', async () => {
    const { auth, signIn, states, log } = await createRig(google.endpoints);
    expect(auth.state).toEqual({ status: 'unknown' });
    await auth.restore();
    await expect(signIn()).resolves.toEqual(ALICE);
    expect(states).toEqual([
      { status: 'signed-out', signingIn: false },
      { status: 'signed-out', signingIn: true },
      { status: 'signed-in', user: ALICE, expired: false, signingIn: false },
    ]);
    expect(log).toEqual([`info ${LOG_LINES.signedIn}`]);
  });

  test.each(['10.0.0.1:3128', 'http://127.0.0.1:9'])(
    'a sign-in uses only the app’s network, whatever proxy the environment names: %s',
    async (proxy) => {
      vi.stubEnv('HTTPS_PROXY', proxy);
      vi.stubEnv('HTTP_PROXY', proxy);
      onTestFinished(() => void vi.unstubAllEnvs());
      const { signIn } = await createRig(google.endpoints);
      await expect(signIn()).resolves.toEqual(ALICE);
    },
  );

  test('[C22] a sign-in asks Google for a code with PKCE S256, state, nonce, three scopes and the choice of account', async () => {
    const rig = await createRig(google.endpoints);
    await rig.signIn();
    const request = google.requests.find(({ path }) => path === '/authorize');
    expect(Object.fromEntries(request?.query ?? [])).toEqual({
      response_type: 'code',
      client_id: 'desktop',
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
      scope: 'openid email profile',
      prompt: 'select_account',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test('[C23] a successful sign-in says so in the browser, and closes the port a minute later', async () => {
    const rig = await createRig(google.endpoints);
    await rig.signIn();
    const page = await rig.visits[0];
    expect(page?.status).toBe(200);
    expect(page?.text).toContain('You are signed in');
    expect(page?.text).toContain('You can close this page');
    rig.clock.advance(60_000);
    await expectClosed(rig.opened[0]);
    expect(rig.clock.waiting).toBe(0);
    expect(rig.openedTwice).toEqual([]);
  });

  test('a sign-in gives the ID token without another request', async () => {
    const { idToken, signIn } = await createRig(google.endpoints);
    await signIn();
    await expect(idToken()).resolves.toMatch(/^id-/);
    expect(google.requestCount('/v1/token')).toBe(0);
  });

  test.each([-10, 10, -24 * 60, 24 * 60])(
    'a sign-in works with a clock that is off by %i minutes',
    async (minutes) => {
      google.setClock(minutes * 60_000);
      const { idToken, signIn } = await createRig(google.endpoints);
      await expect(signIn()).resolves.toEqual(ALICE);
      await expect(idToken()).resolves.toMatch(/^id-/);
    },
  );

  test.each([
    'javascript:alert(1)',
    'http://lh3.googleusercontent.com/a/alice',
    'https://script.googleusercontent.com/a/alice',
    'https://lh3.googleusercontent.com.example.org/a/alice',
    'https://lh3.googleusercontent.com:444/a/alice',
  ])('[C63] a sign-in takes no picture of the user from %s', async (photoUrl) => {
    const answer = { localId: 'alice', idToken: 'id', refreshToken: 'refresh', expiresIn: '3600' };
    google.answer('/v1/accounts:signInWithIdp', json({ ...answer, photoUrl }));
    const { signIn } = await createRig(google.endpoints);
    await expect(signIn()).resolves.toMatchObject({ picture: null, name: 'alice@example.com' });
  });

  test('a sign-in uses this computer’s clock, with more tolerance, if Google sends no time', async () => {
    google.omitDate();
    const rig = await createRig(google.endpoints);
    google.setClock(-70 * 60_000);
    await expect(rig.signIn()).resolves.toEqual(ALICE);
    google.setClock(-80 * 60_000);
    await expect(rig.signIn()).rejects.toMatchObject({ message: 'Google’s ID token has expired.' });
  });
});

describe('concurrent attempts', () => {
  test('an attempt to sign in is ended by a second one, which then works', async () => {
    const rig = await createRig(google.endpoints, { openBrowser: never });
    const first = rig.signIn();
    first.catch(() => undefined);
    const firstUrl = await opened(rig);
    const second = rig.signIn();
    await expect(first).rejects.toMatchObject({ code: 'sign-in-superseded' });
    await expectClosed(firstUrl);
    expect(rig.auth.state).toEqual({ status: 'signed-out', signingIn: true });
    await browse(await opened(rig, 2));
    await expect(second).resolves.toEqual(ALICE);
    expect(rig.log).toEqual([`info ${LOG_LINES.signedIn}`]);
  });

  test('[C23] an attempt to sign in ends after five minutes without an answer', async () => {
    const rig = await createRig(google.endpoints, { openBrowser: never });
    const attempt = rig.signIn();
    attempt.catch(() => undefined);
    const url = await opened(rig);
    expect(rig.clock.nextIn).toBe(5 * 60_000);
    rig.clock.advance(5 * 60_000 - 1);
    expect(rig.auth.state).toEqual({ status: 'signed-out', signingIn: true });
    rig.clock.advance(1);
    await expect(attempt).rejects.toMatchObject({ code: 'sign-in-failed' });
    expect(rig.auth.state).toEqual({ status: 'signed-out', signingIn: false });
    expect(rig.log).toEqual([
      `error ${LOG_LINES.signInFailed} The browser did not answer within five minutes.`,
    ]);
    await expectClosed(url);
  });

  test('an attempt to sign in is ended by signing out, and its late result changes nothing', async () => {
    const arrived = Promise.withResolvers<() => void>();
    google.answer('/v1/accounts:signInWithIdp', (_request, response) => {
      const tokens = { idToken: 'late', refreshToken: 'late', expiresIn: '3600' };
      arrived.resolve(() => void json({ localId: 'late', ...tokens })(_request, response));
    });
    const rig = await createRig(google.endpoints);
    const attempt = rig.signIn();
    attempt.catch(() => undefined);
    const answerNow = await arrived.promise;
    await rig.auth.signOut();
    answerNow();
    await expect(attempt).rejects.toMatchObject({ code: 'sign-in-superseded' });
    expect(rig.auth.state).toEqual({ status: 'signed-out', signingIn: false });
    expect((await rig.visits[0])?.text).toContain('Sign-in failed');
    expect((await rig.restart()).auth.state).toEqual({ status: 'signed-out', signingIn: false });
  });

  test('disposing ends an attempt to sign in and closes its port', async () => {
    const rig = await createRig(google.endpoints, { openBrowser: never });
    const attempt = rig.signIn();
    attempt.catch(() => undefined);
    const url = await opened(rig);
    rig.auth.dispose();
    await expect(attempt).rejects.toMatchObject({ code: 'sign-in-superseded' });
    await expectClosed(url);
    expect(rig.clock.waiting).toBe(0);
  });
});

describe('requests that do not answer a sign-in', () => {
  const forgeries: [what: string, forge: (answer: GoogleAnswer) => Promise<Response>, status: number][] = [
    ['another state', async (answer) => visit(changed(answer, { state: 'x'.repeat(43) })), 400],
    ['no state', async (answer) => visit(changed(answer, { state: null })), 400],
    ['no code', async (answer) => visit(changed(answer, { code: null })), 400],
    ['two codes', async ({ url, cookies }) => visit({ url: `${url}&code=other`, cookies }), 400],
    ['a code and an error', async (answer) => visit(changed(answer, { error: 'access_denied' })), 400],
    ['no cookie', async ({ url }) => fetch(url), 400],
    ['a cookie of another value', async (answer) => visit(withCookies(answer, () => 'x'.repeat(43))), 400],
    ['an empty cookie', async (answer) => visit(withCookies(answer, () => '')), 400],
    [
      'its cookie twice',
      async (answer) => visit(withCookies(answer, (value, name) => `${value}; ${name}=${value}`)),
      400,
    ],
    [
      'another path',
      async ({ url, cookies }) => visit({ url: url.replace('/callback', '/callback/'), cookies }),
      404,
    ],
    ['the root path', async ({ url }) => fetch(new URL(url).origin), 404],
    ['another beginning', async ({ url }) => fetch(new URL(`/begin/${'x'.repeat(43)}`, url)), 404],
    ['the method POST', async (answer) => visit(answer, { method: 'POST' }), 405],
    ['the method HEAD', async (answer) => visit(answer, { method: 'HEAD' }), 405],
    ['another host', async (answer) => askAs('attacker.example', answer), 421],
  ];

  test.each(forgeries)(
    '[C24] [C25] a waiting sign-in refuses a request with %s',
    async (_what, forge, status) => {
      const rig = await createRig(google.endpoints, { openBrowser: never });
      const attempt = rig.signIn();
      attempt.catch(() => undefined);
      const answer = await browseToAnswer(await opened(rig));
      const { search } = new URL(answer.url);
      const forged = await forge(answer);
      expect(forged.status).toBe(status);
      expect(await forged.text()).not.toContain(search.slice(1, 30));
      await expect(browse(answer.url, undefined, answer)).resolves.toMatchObject({ status: 200 });
      await expect(attempt).resolves.toEqual(ALICE);
    },
  );

  test('a browser that stores no cookies is told so, instead of that another browser began the sign-in', async () => {
    const rig = await createRig(google.endpoints, { openBrowser: never });
    rig.signIn().catch(() => undefined);
    const { url } = await browseToAnswer(await opened(rig));
    expect((await browse(url)).text).toContain('This browser did not start the sign-in');
  });

  test('[C25] a waiting sign-in refuses the same answer a second time', async () => {
    const held = Promise.withResolvers<() => void>();
    google.answer('/v1/accounts:signInWithIdp', (request, response) => {
      const tokens = { idToken: 'id', refreshToken: 'refresh', expiresIn: '3600' };
      held.resolve(() => void json({ localId: 'alice', ...tokens })(request, response));
    });
    const rig = await createRig(google.endpoints, { openBrowser: never });
    const attempt = rig.signIn();
    const answer = await browseToAnswer(await opened(rig));
    const first = browse(answer.url, undefined, answer);
    const goOn = await held.promise;
    await expect(browse(answer.url, undefined, answer)).resolves.toMatchObject({ status: 409 });
    goOn();
    await expect(first).resolves.toMatchObject({ status: 200 });
    await attempt;
    expect(google.requestCount('/token')).toBe(1);
  });
});

describe('the address that the app opens', () => {
  test('[C24] the opened address reveals nothing of the attempt, and sets a cookie for the callback alone', async () => {
    const rig = await createRig(google.endpoints, { openBrowser: never });
    rig.signIn().catch(() => undefined);
    const address = await opened(rig);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/begin\/[\w-]{43}$/);
    const { status, headers, text, stoppedBefore } = await browse(address, () => null);
    expect(status).toBe(303);
    expect(stoppedBefore).toMatch(new RegExp(`^${google.endpoints.authorize}\\?`));
    expect(text).toBe('');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^inkling-[0-9a-f]{16}=[\w-]{43}; Path=\/callback; Max-Age=300; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });

  test('[C22] each attempt has its own address, cookie, state, nonce and challenge', async () => {
    const rig = await createRig(google.endpoints, { openBrowser: never });
    const seen = new Set<string>();
    for (const count of [1, 2]) {
      rig.signIn().catch(() => undefined);
      const address = await opened(rig, count);
      const { cookies, stoppedBefore } = await browse(address, () => null);
      const [cookie] = cookies;
      const { searchParams } = new URL(stoppedBefore ?? '');
      for (const each of [new URL(address).pathname, cookie?.name ?? '', cookie?.value ?? '']) seen.add(each);
      for (const name of ['state', 'nonce', 'code_challenge']) seen.add(searchParams.get(name) ?? '');
    }
    expect(seen.size).toBe(12);
  });

  test('a HEAD of the address does not count as opening it', async () => {
    const rig = await createRig(google.endpoints, { openBrowser: never });
    const attempt = rig.signIn();
    const address = await opened(rig);
    expect((await fetch(address, { method: 'HEAD', redirect: 'manual' })).status).toBe(405);
    await browse(address);
    await expect(attempt).resolves.toEqual(ALICE);
    expect(rig.openedTwice).toEqual([]);
  });
});

/** Another user of this computer sees the address among the arguments of the browser's process. */
describe('an attacker who sees the opened address', () => {
  const NOBODY = { status: 'signed-out', signingIn: false };

  test('[C26] an attacker who opens the address first makes the user’s opening fail, and nobody is signed in', async () => {
    const rig = await createRig(google.endpoints, { openBrowser: never });
    const attempt = rig.signIn();
    attempt.catch(() => undefined);
    const address = await opened(rig);
    google.account('mallory');
    const stranger = await browseToAnswer(address);
    const ownVisit = await browse(address);
    expect(ownVisit.status).toBe(409);
    expect(ownVisit.text).toContain('Sign-in failed');
    expect(ownVisit.text).toContain(REASONS['opened-twice']);
    await expect(attempt).rejects.toMatchObject({ code: 'sign-in-failed', message: REASONS['opened-twice'] });
    expect(rig.openedTwice).toEqual([false]);
    expect((await browse(stranger.url, undefined, stranger)).text).toContain(REASONS['opened-twice']);
    expect(rig.auth.state).toEqual(NOBODY);
    expect(rig.states.some(({ status }) => status === 'signed-in')).toBe(false);
    expect(google.requestCount('/token')).toBe(0);
    expect(rig.log).toEqual([`error ${LOG_LINES.signInFailed} ${REASONS['opened-twice']}`]);
    rig.clock.advance(SIGN_IN_TIMEOUT);
    await expectClosed(address);
    expect(rig.clock.waiting).toBe(0);
  });

  test('[C26] an attacker who opens the address while the code is exchanged makes the attempt fail, and both are told', async () => {
    const arrived = Promise.withResolvers<() => void>();
    google.answer('/v1/accounts:signInWithIdp', (request, response) => {
      const tokens = { idToken: 'late', refreshToken: 'late', expiresIn: '3600' };
      arrived.resolve(() => void json({ localId: 'alice', ...tokens })(request, response));
    });
    const rig = await createRig(google.endpoints);
    const attempt = rig.signIn();
    attempt.catch(() => undefined);
    const goOn = await arrived.promise;
    expect((await browse(rig.opened[0] ?? '')).text).toContain(REASONS['opened-twice']);
    await expect(attempt).rejects.toMatchObject({ message: REASONS['opened-twice'] });
    expect((await rig.visits[0])?.text).toContain(REASONS['opened-twice']);
    goOn();
    expect(rig.auth.state).toEqual(NOBODY);
    expect(rig.openedTwice).toEqual([false]);
  });

  test('[C27] an attacker who was faster than the user’s browser loses the session when that browser opens the address', async () => {
    const rig = await createRig(google.endpoints, { openBrowser: never });
    const attempt = rig.signIn();
    const address = await opened(rig);
    google.account('mallory');
    await browse(address);
    await expect(attempt).resolves.toMatchObject({ uid: 'mallory' });
    expect(rig.openedTwice).toEqual([]);
    rig.clock.advance(59_999);
    expect((await browse(address)).text).toContain(REASONS['opened-twice']);
    expect(rig.openedTwice).toEqual([true]);
    expect(rig.log.at(-1)).toBe(`error ${LOG_LINES.signInFailed} ${REASONS['opened-twice']}`);
    // Opening it once more has no effect.
    await browse(address);
    expect(rig.openedTwice).toEqual([true]);
    // Now the app signs out.
    await rig.auth.signOut();
    await expectClosed(address);
  });

  test('[C27] opening an address again does not end a session of the account that was signed in before', async () => {
    const rig = await createRig(google.endpoints);
    await rig.signIn();
    await rig.signIn();
    expect((await browse(rig.opened[1] ?? '')).text).toContain(REASONS['opened-twice']);
    expect(rig.openedTwice).toEqual([]);
    expect(rig.auth.state).toMatchObject({ status: 'signed-in', user: ALICE });
  });

  test('the address of an earlier attempt does not affect a later one', async () => {
    const rig = await createRig(google.endpoints, { openBrowser: never });
    rig.signIn().catch(() => undefined);
    const first = await opened(rig);
    await browseToAnswer(first);
    await browse(first);
    expect(rig.openedTwice).toEqual([false]);
    const second = rig.signIn();
    await expectClosed(first);
    await browse(await opened(rig, 2));
    await expect(second).resolves.toEqual(ALICE);
    expect(rig.openedTwice).toEqual([false]);
  });
});

describe('a sign-in that fails', () => {
  const failures: [what: string, prepare: () => void, message: string][] = [
    ['a wrong nonce', () => google.claims({ nonce: 'other' }), 'Google’s answer belongs to another sign-in.'],
    ['no nonce', () => google.claims({ nonce: undefined }), 'Google’s ID token is not valid.'],
    ['another audience', () => google.claims({ aud: 'x' }), 'Google’s ID token was issued for another app.'],
    [
      'another issuer',
      () => google.claims({ iss: 'https://evil' }),
      'The ID token was not issued by Google.',
    ],
    [
      'an expired ID token',
      () => google.claims({ exp: Math.floor(Date.now() / 1000) - 120 }),
      'Google’s ID token has expired.',
    ],
    ['an unknown key', () => google.answer('/certs', json({})), 'Google’s ID token is not valid.'],
    [
      'a wrong client secret',
      () => google.answer('/token', json({ error: 'invalid_client' }, 401)),
      'Google did not accept the sign-in (invalid_client).',
    ],
    [
      'an account that is disabled',
      () =>
        google.answer('/v1/accounts:signInWithIdp', json({ error: { message: 'USER_DISABLED : why' } }, 400)),
      'The account could not be signed in: the server says USER_DISABLED.',
    ],
    [
      'an account that requires another confirmation',
      () => google.answer('/v1/accounts:signInWithIdp', json({ localId: 'alice', needConfirmation: true })),
      'The account could not be signed in: the server’s answer does not have the expected form.',
    ],
  ];

  test.each(failures)('[C31] a sign-in with %s fails and says why', async (_what, prepare, message) => {
    prepare();
    const rig = await createRig(google.endpoints);
    await expect(rig.signIn()).rejects.toMatchObject({ code: 'sign-in-failed', message });
    expect(rig.log).toEqual([`error ${LOG_LINES.signInFailed} ${message}`]);
    expect(rig.auth.state).toEqual({ status: 'signed-out', signingIn: false });
    const page = await rig.visits[0];
    expect(page?.text).toContain('Sign-in failed');
    expect(page?.text).toContain(message);
    await expectClosed(rig.opened[0]);
  });

  test.each([
    ['the system opens no browser', (): Promise<void> => Promise.reject(new Error('Failed to open'))],
    ['the system only claims to open one', never],
  ])(
    'if %s, the address is known, and opening it by hand completes the sign-in',
    async (_what, openBrowser) => {
      const rig = await createRig(google.endpoints, { openBrowser });
      expect(rig.auth.signInAddress).toBeNull();
      const user = rig.signIn();
      await expect.poll(() => rig.auth.signInAddress).toBe(await opened(rig));
      await browse(rig.auth.signInAddress ?? '');
      expect(await user).toMatchObject({ email: 'alice@example.com' });
      expect(rig.auth.signInAddress).toBeNull();
    },
  );

  test('the address of an attempt is forgotten when the next one begins or the user signs out', async () => {
    const rig = await createRig(google.endpoints, { openBrowser: never });
    const attempts = [rig.signIn().catch(() => undefined)];
    const first = await opened(rig);
    attempts.push(rig.signIn().catch(() => undefined));
    expect(rig.auth.signInAddress).toBeNull();
    const second = await opened(rig, 2);
    expect(second).not.toBe(first);
    await expect.poll(() => rig.auth.signInAddress).toBe(second);
    await rig.auth.signOut();
    expect(rig.auth.signInAddress).toBeNull();
    await Promise.all(attempts);
  });

  test('an unexpected error of a sign-in is logged by its class and code only', async () => {
    google.omitDate();
    const rig = await createRig(google.endpoints, {
      now() {
        const cause = Object.assign(new Error(`reading ${[...google.secrets].join()}`), { code: 'ENOSPC' });
        throw new RangeError(`at ${[...google.secrets].join()}`, { cause });
      },
    });
    const message = REASONS.unexpected;
    await expect(rig.signIn()).rejects.toMatchObject({ code: 'sign-in-failed', message });
    expect(rig.log).toEqual([
      `error ${LOG_LINES.signInFailed} ${message}\n    caused by RangeError\n    caused by Error [ENOSPC]`,
    ]);
    expect((await rig.visits[0])?.text).toContain(message);
    expect(google.secrets.size).toBeGreaterThan(5);
  });

  test('a failed sign-in as another user does not change the present session', async () => {
    const rig = await createRig(google.endpoints);
    await rig.signIn();
    google.claims({ nonce: 'other' });
    await expect(rig.signIn()).rejects.toMatchObject({ code: 'sign-in-failed' });
    expect(rig.auth.state).toEqual({ status: 'signed-in', user: ALICE, expired: false, signingIn: false });
    await expect(rig.idToken()).resolves.toMatch(/^id-/);
  });
});

describe('words that were typed while signed out', () => {
  const UNCONFIRMED = {
    status: 'signed-in',
    user: ALICE,
    expired: false,
    signingIn: false,
    unconfirmed: true,
  };
  const { unconfirmed: _question, ...CONFIRMED } = UNCONFIRMED;
  const hasWords = { hasUnclaimedWords: async () => true };

  test('[S14.4] [C45] an account that would get such words is unconfirmed until the user confirms it, even after a restart', async () => {
    const rig = await createRig(google.endpoints, hasWords);
    await rig.signIn();
    expect(rig.auth.state).toEqual(UNCONFIRMED);
    const again = await rig.restart();
    expect(again.auth.state).toEqual(UNCONFIRMED);
    await again.auth.confirm('bob' as Uid);
    expect(again.auth.state).toEqual(UNCONFIRMED);
    await again.auth.confirm(ALICE.uid as Uid);
    expect(again.auth.state).toEqual(CONFIRMED);
    expect((await again.restart()).auth.state).toEqual(CONFIRMED);
  });

  test('[S14.4] words that cannot be counted count as waiting', async () => {
    const rig = await createRig(google.endpoints, {
      hasUnclaimedWords: async () => Promise.reject(new Error('EIO')),
    });
    await rig.signIn();
    expect(rig.auth.state).toEqual(UNCONFIRMED);
  });

  test('[S14.4] signing in again as the same account neither confirms it nor asks again', async () => {
    const rig = await createRig(google.endpoints, hasWords);
    await rig.signIn();
    await rig.signIn();
    expect(rig.auth.state).toEqual(UNCONFIRMED);
    await rig.auth.confirm(ALICE.uid as Uid);
    await rig.signIn();
    expect(rig.auth.state).toEqual(CONFIRMED);
  });

  test('a sign-in that is ended while the words are counted begins no session', async () => {
    const counted = Promise.withResolvers<boolean>();
    const counting = Promise.withResolvers<void>();
    const rig = await createRig(google.endpoints, {
      async hasUnclaimedWords() {
        counting.resolve();
        return counted.promise;
      },
    });
    const attempt = rig.signIn();
    attempt.catch(() => undefined);
    await counting.promise;
    await rig.auth.signOut();
    counted.resolve(true);
    await expect(attempt).rejects.toMatchObject({ code: 'sign-in-superseded' });
    expect(rig.auth.state).toEqual({ status: 'signed-out', signingIn: false });
  });

  test('[C27] once the user has confirmed the account, its address can be opened again without an effect', async () => {
    const rig = await createRig(google.endpoints, hasWords);
    await rig.signIn();
    await rig.auth.confirm(ALICE.uid as Uid);
    await expectClosed(rig.opened[0]);
    expect(rig.auth.state).toEqual(CONFIRMED);
    expect(rig.clock.waiting).toBe(0);
  });
});
