/** The session across restarts, refusals and sign-outs, and its file. */
import { chmod, chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Uid } from '#shared/note/note.ts';
import { type FakeGoogle, json, startFakeGoogle } from './support/fake-google.ts';
import {
  createKeyStore,
  createRig,
  filesBesideSession as files,
  type Rig,
  type RigChanges,
  SIGNED_OUT,
  signedInRig,
} from './support/rig.ts';

let google: FakeGoogle;
beforeEach(async () => {
  google = await startFakeGoogle();
});
afterEach(async () => google.stop());

const signedIn = (changes?: RigChanges): Promise<Rig> => signedInRig(google, changes);

/**
 * Makes a folder whose files can be written but not removed. Root may remove everything, so a process of root
 * becomes another user until then.
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

describe('a restart', () => {
  test('a restart without the network keeps the user signed in, and gets a token when the network is back', async () => {
    const rig = await signedIn();
    const requestsBefore = google.requests.length;
    const again = await rig.restart();
    expect(again.auth.state).toMatchObject({ status: 'signed-in', expired: false, user: { uid: 'alice' } });
    expect(google.requests.length).toBe(requestsBefore);

    google.answer('/v1/token', (_request, response) => void response.destroy());
    await expect(again.idToken()).rejects.toMatchObject({ code: 'network' });
    expect(again.auth.state).toMatchObject({ status: 'signed-in', expired: false });
    google.answer('/v1/token');
    await expect(again.idToken()).resolves.toMatch(/^id-/);
  });

  test('a restart uses the latest refresh token', async () => {
    const rig = await signedIn();
    rig.auth.rejectToken(await rig.idToken());
    await rig.idToken();
    const rotated = await rig.restart();
    await rotated.idToken();
    const used = google.requests
      .filter(({ path }) => path === '/v1/token')
      .map(({ body }) => new URLSearchParams(body).get('refresh_token'));
    expect(used).toHaveLength(2);
    expect(used[1]).not.toBe(used[0]);
  });

  test('a start without a stored session is signed out', async () => {
    const rig = await createRig(google.endpoints);
    await rig.auth.restore();
    expect(rig.auth.state).toEqual(SIGNED_OUT);
    expect(rig.log).toEqual([]);
    await expect(rig.idToken()).rejects.toMatchObject({ code: 'not-signed-in' });
  });
});

describe('a session that Google refuses', () => {
  const REFUSALS = ['TOKEN_EXPIRED', 'USER_DISABLED', 'USER_NOT_FOUND', 'INVALID_REFRESH_TOKEN'];

  test.each(REFUSALS)(
    'a refresh refused with %s keeps the user signed in and asks to sign in again',
    async (message) => {
      const rig = await signedIn();
      google.answer('/v1/token', json({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }, 400));
      rig.auth.rejectToken(await rig.idToken());
      await expect(rig.idToken()).rejects.toMatchObject({ code: 'session-expired' });
      const expired = { status: 'signed-in', expired: true, user: { uid: 'alice' } };
      expect(rig.auth.state).toMatchObject(expired);
      expect(rig.states.at(-1)).toMatchObject(expired);
      const again = await rig.restart();
      expect(again.auth.state).toMatchObject(expired);
      await expect(again.idToken()).rejects.toMatchObject({ code: 'session-expired' });
      expect(google.requestCount('/v1/token')).toBe(1);
    },
  );

  test.each(['alice', 'bob'])('signing in as %s after a refusal gives a valid session', async (uid) => {
    const rig = await signedIn();
    google.answer('/v1/token', json({ error: { message: 'TOKEN_EXPIRED' } }, 400));
    rig.auth.rejectToken(await rig.idToken());
    await expect(rig.idToken()).rejects.toMatchObject({ code: 'session-expired' });
    google.answer('/v1/token');
    google.account(uid);
    await expect(rig.signIn()).resolves.toMatchObject({ uid });
    expect(rig.auth.state).toMatchObject({ status: 'signed-in', expired: false, user: { uid } });
    await expect(rig.idToken()).resolves.toMatch(/^id-/);
    expect((await rig.restart()).auth.state).toMatchObject({ expired: false, user: { uid } });
  });

  test('[S10] a late refusal of an earlier session does not affect the next one', async () => {
    const rig = await signedIn();
    const requestArrived = Promise.withResolvers<() => void>();
    google.answer('/v1/token', (request, response) => {
      requestArrived.resolve(
        () => void json({ error: { message: 'TOKEN_EXPIRED' } }, 400)(request, response),
      );
    });
    rig.auth.rejectToken(await rig.idToken());
    const early = rig.idToken();
    early.catch(() => undefined);
    const refuse = await requestArrived.promise;
    google.account('bob');
    await rig.signIn();
    refuse();
    await expect(early).rejects.toMatchObject({ code: 'not-signed-in' });
    expect(rig.auth.state).toMatchObject({ status: 'signed-in', expired: false, user: { uid: 'bob' } });
  });
});

describe('signing out', () => {
  test('[C15] signing out removes every file of the session', async () => {
    const rig = await signedIn();
    await writeFile(`${rig.sessionFile}.unreadable`, 'old');
    await rig.auth.signOut();
    expect(rig.auth.state).toEqual(SIGNED_OUT);
    await expect(rig.idToken()).rejects.toMatchObject({ code: 'not-signed-in' });
    expect(await files(rig)).toEqual([]);
    expect((await rig.restart()).auth.state).toEqual(SIGNED_OUT);
  });

  test('signing out removes the stored session even before it was read', async () => {
    const rig = await signedIn();
    rig.auth.dispose();
    const again = await createRig(google.endpoints, { sessionFile: rig.sessionFile });
    await again.auth.signOut();
    expect(again.auth.state).toEqual(SIGNED_OUT);
    expect(await files(rig)).toEqual([]);
  });

  test.runIf(process.platform !== 'win32')(
    '[C15] signing out empties the session’s files if they cannot be removed, and the next start is signed out',
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
      await again.signIn();
      expect((await again.restart()).auth.state).toMatchObject({ status: 'signed-in' });
    },
  );

  test('[C15] signing out fails and changes nothing if a file of the session can be neither removed nor emptied', async () => {
    const rig = await signedIn();
    // The file that cannot be removed is beside the session's file, which is already gone by then.
    await mkdir(`${rig.sessionFile}.unreadable/in-the-way`, { recursive: true });
    await expect(rig.auth.signOut()).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringMatching(/^The stored session could not be removed \(E/),
    });
    expect(rig.auth.state).toMatchObject({ status: 'signed-in', signOutFailed: true });
    await expect(rig.idToken()).resolves.toMatch(/^id-/);
    await rig.signIn();
    expect(rig.auth.state).not.toHaveProperty('signOutFailed');
    const again = await rig.restart();
    expect(again.auth.state).toMatchObject({ status: 'signed-in' });
    // This one is a folder.
    await chmod(`${rig.sessionFile}.unreadable`, 0o700);
    await rm(`${rig.sessionFile}.unreadable`, { recursive: true });
    await again.auth.signOut();
    expect(await files(rig)).toEqual([]);
  });

  test('[S10] signing out does not affect another account that signs in meanwhile', async () => {
    const rig = await signedIn();
    google.account('bob');
    const [, bob] = await Promise.all([rig.auth.signOut(), rig.signIn()]);
    expect(rig.auth.state).toMatchObject({ status: 'signed-in', user: { uid: bob.uid } });
    expect((await rig.restart()).auth.state).toMatchObject({ status: 'signed-in', user: { uid: 'bob' } });
  });

  test('signing out while the session is being written leaves no file', async () => {
    const rig = await createRig(google.endpoints);
    const signedOut = Promise.withResolvers<void>();
    rig.auth.onChange((state) => {
      if (state.status === 'signed-in') signedOut.resolve(rig.auth.signOut());
    });
    await rig.signIn();
    await signedOut.promise;
    expect(await files(rig)).toEqual([]);
  });
});

test('while an attempt to sign in again waits, the state says so', async () => {
  const rig = await signedIn();
  google.answer('/v1/token', json({ error: { message: 'TOKEN_EXPIRED' } }, 400));
  rig.auth.rejectToken(await rig.idToken());
  await expect(rig.idToken()).rejects.toMatchObject({ code: 'session-expired' });
  google.answer('/v1/token');
  google.claims({ nonce: 'other' });
  await expect(rig.signIn()).rejects.toMatchObject({ code: 'sign-in-failed' });
  google.claims({});
  await rig.signIn();
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
  test.runIf(process.platform !== 'win32')(
    '[C12] the session file is accessible to its owner only',
    async () => {
      const rig = await signedIn();
      expect((await stat(rig.sessionFile)).mode & 0o777).toBe(0o600);
      expect(await files(rig)).toEqual(['session.bin']);
    },
  );

  test.each<[string, (rig: Rig) => Promise<void>]>([
    [
      'was cut short',
      async (rig) => writeFile(rig.sessionFile, (await readFile(rig.sessionFile)).subarray(0, 40)),
    ],
    [
      'is of another device',
      async (rig) => writeFile(rig.sessionFile, await createKeyStore().encryption.encrypt('{}')),
    ],
  ])('a session file that %s is set aside with a warning', async (_what, damage) => {
    const rig = await signedIn();
    await damage(rig);
    const bytes = await readFile(rig.sessionFile);
    const again = await rig.restart();
    expect(again.auth.state).toEqual(SIGNED_OUT);
    expect(again.log).toEqual([expect.stringMatching(/^warn The stored session could not be decrypted/)]);
    expect(await readFile(`${rig.sessionFile}.unreadable`)).toEqual(bytes);
    await expect(again.signIn()).resolves.toMatchObject({ uid: 'alice' });
  });

  test('a session file that decrypts to something else is set aside', async () => {
    const { encryption } = createKeyStore();
    const rig = await signedIn({ encryption });
    await writeFile(rig.sessionFile, await encryption.encrypt('{"version":2}'));
    expect((await rig.restart()).auth.state).toEqual(SIGNED_OUT);
    expect(await files(rig)).toEqual(['session.bin.unreadable']);
  });

  test('a session file that cannot be written keeps the user signed in, with a warning', async () => {
    const rig = await signedIn({ sessionFile: join(import.meta.filename, 'a file is not a folder') });
    expect(rig.auth.state).toMatchObject({ status: 'signed-in' });
    expect(rig.log).toContainEqual(expect.stringMatching(/^warn The session could not be stored: E/));
  });
});

test('[S10] only the signed-in account gets a token', async () => {
  const rig = await signedInRig(google);
  await expect(rig.auth.idToken('alice' as Uid)).resolves.toMatch(/^id-/);
  await expect(rig.auth.idToken('bob' as Uid)).rejects.toMatchObject({ code: 'not-signed-in' });
  google.account('bob');
  await rig.signIn();
  await expect(rig.auth.idToken('alice' as Uid)).rejects.toMatchObject({ code: 'not-signed-in' });
  await expect(rig.auth.idToken('bob' as Uid)).resolves.toMatch(/^id-/);
});
