/**
 * The session file is encrypted by the system's key store, which on Linux is the keyring on the session bus.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ADA, expect, signIn, test } from '../support/fixtures.ts';

/**
 * Whether a Secret Service runs, or would be started on request. Without a session bus there is none.
 */
function hasSecretService(): boolean {
  const bus = ['--dest', 'org.freedesktop.DBus', '--object-path', '/org/freedesktop/DBus'];
  const ask = (method: string): string => {
    const args = ['call', '--session', ...bus, '--method', `org.freedesktop.DBus.${method}`];
    return execFileSync('gdbus', args, { stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  };
  try {
    return ['ListNames', 'ListActivatableNames'].some((method) =>
      ask(method).includes('org.freedesktop.secrets'),
    );
  } catch {
    return false;
  }
}

test('the session is encrypted by the system’s key store, and not stored without one', async ({
  cloud,
  userData,
  start,
}) => {
  const app = await start();
  await signIn(app, cloud, ADA);
  const protection = async () => {
    const state = await app.page.evaluate(() => window.inkling.request('settings:get'));
    return state.ok ? state.value.sessionProtection : null;
  };
  const isProtected = process.platform !== 'linux' || hasSecretService();
  await expect.poll(protection).toBe(isProtected ? 'key-store' : 'known-key');
  await expect(app.page.getByRole('button', { name: 'Stay signed in' })).toHaveCount(isProtected ? 0 : 1);
  await app.close();
  const file = path.join(userData, 'session');
  expect(existsSync(file)).toBe(isProtected);
  if (process.platform === 'linux' && isProtected) {
    // Chromium's prefix names the key: v10 is a key that every program knows.
    expect(readFileSync(file, 'latin1')).toMatch(/^v1[12]/);
  }
});
