/** A token that arrives during a sign-out, while the session's file is being removed. */
import type * as FileSystem from 'node:fs/promises';
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { json, startFakeGoogle } from './support/fake-google.ts';
import { createRig } from './support/rig.ts';

/** Removing a file waits for `ready`, and fails if `broken` is set. */
const disk = vi.hoisted(() => ({ ready: Promise.resolve(), onRemoval: () => {}, broken: false }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FileSystem>();
  const rm: typeof real.rm = async (path, options) => {
    disk.onRemoval();
    await disk.ready;
    if (disk.broken && String(path).endsWith('.unreadable'))
      throw Object.assign(new Error('broken'), { code: 'EIO' });
    await real.rm(path, options);
  };
  const truncate: typeof real.truncate = async (path) => {
    if (disk.broken) throw Object.assign(new Error('broken'), { code: 'EIO' });
    await real.truncate(path);
  };
  return { ...real, rm, truncate };
});

test.each([
  ['is not stored if the sign-out succeeds', false],
  ['is stored if the sign-out fails', true],
])('a refresh token that arrives while a sign-out removes the session file %s', async (_what, broken) => {
  const google = await startFakeGoogle();
  onTestFinished(async () => google.stop());
  const rig = await createRig(google.endpoints);
  const { uid } = await rig.signIn();
  rig.auth.rejectToken(await rig.idToken());

  const removing = Promise.withResolvers<void>();
  const removed = Promise.withResolvers<void>();
  Object.assign(disk, { ready: removed.promise, onRemoval: removing.resolve, broken });
  const ended = rig.auth.signOut();
  await removing.promise;
  const tokens = { id_token: 'new', refresh_token: 'rotated', expires_in: '3600' };
  google.answer('/v1/token', json({ user_id: uid, ...tokens }));
  // The session can still be refreshed until the sign-out is complete.
  await expect(rig.idToken()).resolves.toBe('new');
  removed.resolve();
  await ended.then(
    () => expect(broken).toBe(false),
    (error: unknown) => expect(error).toMatchObject({ message: expect.stringContaining('(EIO)') }),
  );

  Object.assign(disk, { ready: Promise.resolve(), onRemoval: () => {}, broken: false });
  const again = await rig.restart();
  if (!broken) {
    expect(await readdir(dirname(rig.sessionFile))).toEqual([]);
    expect(again.auth.state).toEqual({ status: 'signed-out', signingIn: false });
    return;
  }
  await again.idToken();
  expect(google.requests.findLast(({ path }) => path === '/v1/token')?.body).toContain('rotated');
});
