/** Starts and ends of the app's processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { host } from '#tools/electron-binary/host.ts';
import { ADA, expect, root, signIn, test } from './support/fixtures.ts';
import { processesOf } from '../support/processes.ts';

test('closing, restarting and signing in again leave no process behind', async ({
  cloud,
  userData,
  start,
}) => {
  const first = await start();
  await signIn(first, cloud, ADA);
  expect(processesOf(userData)).not.toEqual([]);
  await first.close();
  await expect.poll(() => processesOf(userData)).toEqual([]);

  const second = await start();
  await second.page.getByRole('button', { name: 'Log out' }).click();
  await signIn(second, cloud, ADA);
  await second.close();
  await expect.poll(() => processesOf(userData)).toEqual([]);
});

test('a second start shows the first window and ends', async ({ cloud, userData, start }) => {
  const app = await start();
  const window = await app.electron.browserWindow(app.page);
  await window.evaluate((main) => main.minimize());
  const second = spawn(host.executable, [...host.args, '.', `--user-data-dir=${userData}`], {
    cwd: root,
    env: { ...process.env, ...host.env, INKLING_CONFIG: cloud.configPath },
    stdio: 'ignore',
  });
  expect(await once(second, 'exit')).toEqual([0, null]);
  await expect.poll(() => window.evaluate((main) => main.isMinimized())).toBe(false);
});
