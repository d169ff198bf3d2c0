/** Starting, ending, and what outlives an end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { host } from '../electron/host.ts';
import { addNote, ADA, expect, root, signIn } from './support/fixtures.ts';
import { test } from './support/signed-in.ts';
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

test('what is written offline waits, says so, survives a restart, and arrives when the network is back', async ({
  app,
  cloud,
  start,
}) => {
  await expect(app.page.getByText('All changes saved')).toBeVisible();
  await cloud.controls.addFault({ rpc: '*', kind: 'down' });
  await addNote(app.page, 'written offline', 'on a train');
  await app.close();

  const again = await start();
  await expect(again.page.getByRole('article')).toContainText('written offline');
  await expect(again.page.getByText('Offline – 1 change waiting')).toBeVisible({ timeout: 30_000 });
  await cloud.controls.clearFaults();
  await expect(again.page.getByText('All changes saved')).toBeVisible({ timeout: 30_000 });
  expect(cloud.controls.docs()).toMatchObject([{ title: 'written offline', text: 'on a train' }]);
});

test('a session that ends keeps the notes and goes on after a new sign-in', async ({ app, cloud }) => {
  await addNote(app.page, 'before', '');
  await expect(app.page.getByText('All changes saved')).toBeVisible();
  const uid = cloud.controls.accounts().find(({ sub }) => sub === ADA.sub)?.uid ?? '';
  cloud.controls.revoke(uid);
  await addNote(app.page, 'after', '');
  const again = app.page.getByRole('button', { name: 'Sign in again' });
  await expect(again).toBeVisible({ timeout: 30_000 });
  await expect(app.page.getByRole('article')).toHaveCount(2);
  await signIn(app, cloud, ADA, again);
  await expect(again).toBeHidden();
  await expect.poll(() => cloud.controls.docs().map(({ fields }) => fields['title'])).toContain('after');
});
