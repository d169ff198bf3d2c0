/** The session across restarts, refusals, sign-outs and key stores that are missing or have changed. */
import { chmod, chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeGoogle, json, startFakeGoogle } from './support/fake-google.ts';
import { createKeyStore, createRig, type Rig } from './support/rig.ts';

let google: FakeGoogle;
beforeEach(async () => {
  google = await startFakeGoogle();
});
afterEach(async () => google.stop());

const SIGNED_OUT = { status: 'signed-out', signingIn: false };
const files = async (rig: Rig): Promise<string[]> => readdir(dirname(rig.sessionFile));

/**
 * Makes a folder whose files can be written but not removed. Root may remove everything, so a process of root becomes
 * another user meanwhile.
 * @returns a function that restores the folder and the user
 */
async function makeUnremovable(folder: string): Promise<() => Promise<void>> {
  const root = process.getuid?.() === 0;
  const nobody = 65_534;
  if (root) {
    await chown(folder, nobody, nobody);
    for (const name of await readdir(folder)) await chown(join(folder, name), nobody, nobody);
  }
  await chmod(folder, 0o500);
  if (root) process.seteuid?.(nobody);
  return async () => {
    if (root) process.seteuid?.(0);
    await chmod(folder, 0o700);
  };
}

async function signedIn(changes: Parameters<typeof createRig>[1] = {}): Promise<Rig> {
  const rig = await createRig(google.endpoints, changes);
  await rig.auth.signIn();
  return rig;
}

describe('a restart', () => {
  test('keeps the user without the network, and gets a token when it is back', async () => {
    const rig = await signedIn();
    const requestsBefore = google.requests.length;
    const again = await rig.restart();
    expect(again.auth.state).toMatchObject({ status: 'signed-in', expired: false, user: { uid: 'alice' } });
    expect(google.requests.length).toBe(requestsBefore);

    google.answer('/v1/token', (_request, response) => void response.destroy());
    await expect(again.auth.idToken()).rejects.toMatchObject({ code: 'network' });
    expect(again.auth.state).toMatchObject({ status: 'signed-in', expired: false });
    google.answer('/v1/token');
    await expect(again.auth.idToken()).resolves.toMatch(/^id-/);
  });

  test('goes on with the latest refresh token', async () => {
    const rig = await signedIn();
    rig.auth.rejectToken(await rig.auth.idToken());
    await rig.auth.idToken();
    const rotated = await rig.restart();
    await rotated.auth.idToken();
    const used = google.requests
      .filter(({ path }) => path === '/v1/token')
      .map(({ body }) => new URLSearchParams(body).get('refresh_token'));
    expect(used).toHaveLength(2);
    expect(used[1]).not.toBe(used[0]);
  });

  test('without a session is signed out', async () => {
    const rig = await createRig(google.endpoints);
    await rig.auth.restore();
    expect(rig.auth.state).toEqual(SIGNED_OUT);
    expect(rig.log).toEqual([]);
    await expect(rig.auth.idToken()).rejects.toMatchObject({ code: 'not-signed-in' });
  });
});

describe('a session that Google refuses', () => {
  const REFUSALS = ['TOKEN_EXPIRED', 'USER_DISABLED', 'USER_NOT_FOUND', 'INVALID_REFRESH_TOKEN'];

  test.each(REFUSALS)('%s keeps the user and asks to sign in again', async (message) => {
    const rig = await signedIn();
    google.answer('/v1/token', json({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }, 400));
    rig.auth.rejectToken(await rig.auth.idToken());
    await expect(rig.auth.idToken()).rejects.toMatchObject({ code: 'session-expired' });
    const expired = { status: 'signed-in', expired: true, user: { uid: 'alice' } };
    expect(rig.auth.state).toMatchObject(expired);
    expect(rig.states.at(-1)).toMatchObject(expired);
    const again = await rig.restart();
    expect(again.auth.state).toMatchObject(expired);
    await expect(again.auth.idToken()).rejects.toMatchObject({ code: 'session-expired' });
    expect(google.requestCount('/v1/token')).toBe(1);
  });

  test.each(['alice', 'bob'])('goes on after signing in again, as %s', async (uid) => {
    const rig = await signedIn();
    google.answer('/v1/token', json({ error: { message: 'TOKEN_EXPIRED' } }, 400));
    rig.auth.rejectToken(await rig.auth.idToken());
    await expect(rig.auth.idToken()).rejects.toMatchObject({ code: 'session-expired' });
    google.answer('/v1/token');
    google.account(uid);
    await expect(rig.auth.signIn()).resolves.toMatchObject({ uid });
    expect(rig.auth.state).toMatchObject({ status: 'signed-in', expired: false, user: { uid } });
    await expect(rig.auth.idToken()).resolves.toMatch(/^id-/);
    expect((await rig.restart()).auth.state).toMatchObject({ expired: false, user: { uid } });
  });

  test('[S10] a late refusal of an earlier session does not touch the one after it', async () => {
    const rig = await signedIn();
    const requestArrived = Promise.withResolvers<() => void>();
    google.answer('/v1/token', (request, response) => {
      requestArrived.resolve(
        () => void json({ error: { message: 'TOKEN_EXPIRED' } }, 400)(request, response),
      );
    });
    rig.auth.rejectToken(await rig.auth.idToken());
    const early = rig.auth.idToken();
    early.catch(() => undefined);
    const refuse = await requestArrived.promise;
    google.account('bob');
    await rig.auth.signIn();
    refuse();
    await expect(early).rejects.toMatchObject({ code: 'not-signed-in' });
    expect(rig.auth.state).toMatchObject({ status: 'signed-in', expired: false, user: { uid: 'bob' } });
  });
});

describe('signing out', () => {
  test('removes every file of the session', async () => {
    const rig = await signedIn();
    await writeFile(`${rig.sessionFile}.unreadable`, 'old');
    await rig.auth.signOut();
    expect(rig.auth.state).toEqual(SIGNED_OUT);
    await expect(rig.auth.idToken()).rejects.toMatchObject({ code: 'not-signed-in' });
    expect(await files(rig)).toEqual([]);
    expect((await rig.restart()).auth.state).toEqual(SIGNED_OUT);
  });

  test('removes the stored session even before it was read', async () => {
    const rig = await signedIn();
    rig.auth.dispose();
    const again = await createRig(google.endpoints, { sessionFile: rig.sessionFile });
    await again.auth.signOut();
    expect(again.auth.state).toEqual(SIGNED_OUT);
    expect(await files(rig)).toEqual([]);
  });

  test.runIf(process.platform !== 'win32')(
    'where nothing can be removed empties the file, and the next start is signed out',
    async () => {
      const rig = await signedIn();
      await writeFile(`${rig.sessionFile}.unreadable`, 'old');
      const backToNormal = await makeUnremovable(dirname(rig.sessionFile));
      try {
        await rig.auth.signOut();
      } finally {
        await backToNormal();
      }
      expect(rig.auth.state).toEqual(SIGNED_OUT);
      expect(await files(rig)).toEqual(['session.bin', 'session.bin.unreadable']);
      expect(await readFile(rig.sessionFile, 'utf8')).toBe('');
      expect(await readFile(`${rig.sessionFile}.unreadable`, 'utf8')).toBe('');
      const again = await rig.restart();
      expect(again.auth.state).toEqual(SIGNED_OUT);
      expect(again.log).toEqual([]);
      await again.auth.signIn();
      expect((await again.restart()).auth.state).toMatchObject({ status: 'signed-in' });
    },
  );

  test('where the file can be neither removed nor emptied fails and changes nothing, here as at the next start', async () => {
    const rig = await signedIn();
    // The file that cannot be removed is beside the session's file, which is already removed when the failure occurs.
    await mkdir(`${rig.sessionFile}.unreadable/in-the-way`, { recursive: true });
    await expect(rig.auth.signOut()).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringMatching(/^The stored session could not be removed: \w+ E/),
    });
    expect(rig.auth.state).toMatchObject({ status: 'signed-in' });
    await expect(rig.auth.idToken()).resolves.toMatch(/^id-/);
    const again = await rig.restart();
    expect(again.auth.state).toMatchObject({ status: 'signed-in' });
    await rm(`${rig.sessionFile}.unreadable`, { recursive: true });
    await again.auth.signOut();
    expect(await files(rig)).toEqual([]);
  });

  test('[S10] does not affect somebody who signs in meanwhile', async () => {
    const rig = await signedIn();
    google.account('bob');
    const [, bob] = await Promise.all([rig.auth.signOut(), rig.auth.signIn()]);
    expect(rig.auth.state).toMatchObject({ status: 'signed-in', user: { uid: bob.uid } });
    expect((await rig.restart()).auth.state).toMatchObject({ status: 'signed-in', user: { uid: 'bob' } });
  });

  test('while the session is being written leaves nothing behind', async () => {
    const rig = await createRig(google.endpoints);
    const signedOut = Promise.withResolvers<void>();
    rig.auth.onChange((state) => {
      if (state.status === 'signed-in') signedOut.resolve(rig.auth.signOut());
    });
    await rig.auth.signIn();
    await signedOut.promise;
    expect(await files(rig)).toEqual([]);
  });
});

test('while an attempt to sign in again waits, the state says so', async () => {
  const rig = await signedIn();
  google.answer('/v1/token', json({ error: { message: 'TOKEN_EXPIRED' } }, 400));
  rig.auth.rejectToken(await rig.auth.idToken());
  await expect(rig.auth.idToken()).rejects.toMatchObject({ code: 'session-expired' });
  google.answer('/v1/token');
  google.claims({ nonce: 'other' });
  await expect(rig.auth.signIn()).rejects.toMatchObject({ code: 'sign-in-failed' });
  google.claims({});
  await rig.auth.signIn();
  const seen = rig.states.map((state) =>
    state.status === 'signed-in' ? [state.expired, state.signingIn] : state.status,
  );
  expect(seen.slice(-6)).toEqual([
    [false, false],
    [true, false],
    [true, true],
    [true, false],
    [true, true],
    [false, false],
  ]);
});

describe('the session file', () => {
  test.runIf(process.platform !== 'win32')('is for its owner only', async () => {
    const rig = await signedIn();
    expect((await stat(rig.sessionFile)).mode & 0o777).toBe(0o600);
    expect(await files(rig)).toEqual(['session.bin']);
  });

  test.each<[string, (rig: Rig) => Promise<void>]>([
    [
      'was cut short',
      async (rig) => writeFile(rig.sessionFile, (await readFile(rig.sessionFile)).subarray(0, 40)),
    ],
    [
      'is of another device',
      async (rig) => writeFile(rig.sessionFile, await createKeyStore().encryption.encrypt('{}')),
    ],
  ])('is set aside with a warning where it %s', async (_what, damage) => {
    const rig = await signedIn();
    await damage(rig);
    const bytes = await readFile(rig.sessionFile);
    const again = await rig.restart();
    expect(again.auth.state).toEqual(SIGNED_OUT);
    expect(again.log).toEqual([expect.stringMatching(/^warn The stored session cannot be decrypted/)]);
    expect(await readFile(`${rig.sessionFile}.unreadable`)).toEqual(bytes);
    await expect(again.auth.signIn()).resolves.toMatchObject({ uid: 'alice' });
  });

  test('is set aside where it decrypts to something else', async () => {
    const { encryption } = createKeyStore();
    const rig = await signedIn({ encryption });
    await writeFile(rig.sessionFile, await encryption.encrypt('{"version":2}'));
    expect((await rig.restart()).auth.state).toEqual(SIGNED_OUT);
    expect(await files(rig)).toEqual(['session.bin.unreadable']);
  });

  test('that cannot be written leaves the user signed in, with a warning', async () => {
    const rig = await signedIn({ sessionFile: '/dev/null/session.bin' });
    expect(rig.auth.state).toMatchObject({ status: 'signed-in' });
    expect(rig.log).toContainEqual(expect.stringMatching(/^warn The session could not be stored: E/));
  });
});

describe('a device', () => {
  const warnings = ({ log }: Rig) => log.filter((line) => line.startsWith('warn'));

  test('without encryption keeps the session in memory and says so once', async () => {
    const keyStore = createKeyStore();
    keyStore.state = 'no key';
    const rig = await signedIn({ encryption: keyStore.encryption, keepWithoutKeyStore: () => true });
    rig.auth.rejectToken(await rig.auth.idToken());
    await rig.auth.idToken();
    expect(await files(rig)).toEqual([]);
    expect(warnings(rig)).toEqual([expect.stringContaining('This system offers no encryption')]);
    expect(rig.protections).toEqual(['none']);
    expect((await rig.restart()).auth.state).toEqual(SIGNED_OUT);
  });

  test.each(['no key', 'locked'] as const)(
    'whose key store gives its key no longer (%s) keeps the file for when it does',
    async (state) => {
      const keyStore = createKeyStore();
      const rig = await signedIn({ encryption: keyStore.encryption });
      expect(rig.protections).toEqual(['key-store']);
      keyStore.state = state;
      const locked = await rig.restart();
      expect(locked.auth.state).toEqual(SIGNED_OUT);
      expect(warnings(locked).at(-1)).toContain('the session waits for it');
      expect(await files(rig)).toEqual(['session.bin']);
      keyStore.state = 'open';
      expect((await locked.restart()).auth.state).toMatchObject({ status: 'signed-in' });
    },
  );

  test('whose key store gives no key drops the file once somebody signs in', async () => {
    const keyStore = createKeyStore();
    const rig = await signedIn({ encryption: keyStore.encryption });
    keyStore.state = 'no key';
    const again = await rig.restart();
    google.account('bob');
    await again.auth.signIn();
    keyStore.state = 'open';
    expect((await again.restart()).auth.state).toEqual(SIGNED_OUT);
  });

  test('whose key store has to be unlocked first shows itself meanwhile, and has the session then', async () => {
    const keyStore = createKeyStore();
    const { sessionFile } = await signedIn({ encryption: keyStore.encryption });
    const { promise, resolve } = Promise.withResolvers<void>();
    keyStore.unlocking = promise;
    const again = await createRig(google.endpoints, { sessionFile, encryption: keyStore.encryption });
    const restored = again.auth.restore();
    again.clock.advance(9_999);
    expect(again.auth.state).toEqual({ status: 'unknown' });
    again.clock.advance(1);
    await restored;
    expect(again.auth.state).toEqual(SIGNED_OUT);
    resolve();
    await expect.poll(() => again.auth.state).toMatchObject({ status: 'signed-in', user: { uid: 'alice' } });
    await expect(again.auth.idToken()).resolves.toMatch(/^id-/);
  });

  test('whose key store waits to be unlocked lets the person sign out, and stores nothing afterwards', async () => {
    const keyStore = createKeyStore();
    const { promise, resolve } = Promise.withResolvers<void>();
    keyStore.unlocking = promise;
    const rig = await createRig(google.endpoints, { encryption: keyStore.encryption });
    const signingIn = rig.auth.signIn();
    await expect.poll(() => rig.auth.state).toMatchObject({ status: 'signed-in' });
    await rig.auth.signOut();
    expect(rig.auth.state).toEqual(SIGNED_OUT);
    resolve();
    await signingIn;
    expect(await files(rig)).toEqual([]);
    expect((await rig.restart()).auth.state).toEqual(SIGNED_OUT);
  });
});

describe('a device without a key store', () => {
  function withoutKeyStore(): {
    keyStore: ReturnType<typeof createKeyStore>;
    keep: { value: boolean | null };
  } {
    const keyStore = createKeyStore();
    keyStore.state = 'locked';
    return { keyStore, keep: { value: null } };
  }

  test.each<[boolean | null, boolean]>([
    [null, false],
    [false, false],
    [true, true],
  ])('where the person has chosen %j stores the session: %s', async (choice, stored) => {
    const { keyStore } = withoutKeyStore();
    const rig = await signedIn({ encryption: keyStore.encryption, keepWithoutKeyStore: () => choice });
    rig.auth.rejectToken(await rig.auth.idToken());
    await rig.auth.idToken();
    expect(rig.protections).toEqual(['known-key']);
    expect(rig.log.filter((line) => line.startsWith('warn'))).toEqual([
      expect.stringContaining('No key store answers'),
    ]);
    expect(await files(rig)).toEqual(stored ? ['session.bin'] : []);
    const again = await rig.restart();
    expect(again.auth.state).toMatchObject({ status: stored ? 'signed-in' : 'signed-out' });
  });

  test('follows the choice at once, either way', async () => {
    const { keyStore, keep } = withoutKeyStore();
    const rig = await signedIn({
      encryption: keyStore.encryption,
      keepWithoutKeyStore: () => keep.value,
    });
    keep.value = true;
    await rig.auth.store();
    expect(await files(rig)).toEqual(['session.bin']);
    const again = await rig.restart();
    expect(again.auth.state).toMatchObject({ status: 'signed-in' });
    expect(again.protections).toEqual(['known-key']);
    keep.value = false;
    await again.auth.store();
    expect(await files(rig)).toEqual([]);
    expect(again.auth.state).toMatchObject({ status: 'signed-in' });
    expect((await again.restart()).auth.state).toEqual(SIGNED_OUT);
  });

  test('does not take a session that should not have been stored', async () => {
    const { keyStore, keep } = withoutKeyStore();
    keep.value = true;
    const rig = await signedIn({ encryption: keyStore.encryption, keepWithoutKeyStore: () => keep.value });
    keep.value = false;
    expect((await rig.restart()).auth.state).toEqual(SIGNED_OUT);
    expect(await files(rig)).toEqual([]);
  });

  test('has the session protected as soon as it has a key store', async () => {
    const { keyStore } = withoutKeyStore();
    const rig = await signedIn({ encryption: keyStore.encryption, keepWithoutKeyStore: () => true });
    keyStore.state = 'open';
    const again = await rig.restart();
    expect(again.auth.state).toMatchObject({ status: 'signed-in' });
    expect(again.protections).toEqual(['key-store']);
    expect(keyStore.encryption.isByKnownKey(await readFile(rig.sessionFile))).toBe(false);
  });

  test('stores nothing where nobody is signed in', async () => {
    const rig = await createRig(google.endpoints);
    await rig.auth.store();
    expect(await files(rig)).toEqual([]);
  });
});
