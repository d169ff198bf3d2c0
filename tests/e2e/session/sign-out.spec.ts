/**
 * Signing out: pending changes are pushed first, those that cannot be pushed stay, and no other user sees
 * them (S10, S11).
 */
import { addNote, ADA, BEN, expect, signIn } from '../support/fixtures.ts';
import { test } from '../support/signed-in.ts';
import { accountCount, logOut, signInButton, waitUntilSynced, titles } from './people.ts';

test('signing out pushes pending changes, then removes the session and the notes from this device', async ({
  app,
  cloud,
  userData,
  start,
}) => {
  await waitUntilSynced(app.page);
  await addNote(app.page, 'at the last moment', '');
  // The sign-out gives pending changes a second, by a clock that stands still until a busy machine has used it.
  const { clock } = app.page;
  await clock.install();
  await clock.pauseAt(Date.now() + 3_600_000);
  await app.page.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect.poll(() => titles(cloud)).toEqual(['at the last moment']);
  await clock.resume();
  await signInButton(app.page).waitFor();
  expect(titles(cloud)).toEqual(['at the last moment']);
  await expect(app.page.getByText('not saved to the cloud yet')).toHaveCount(0);
  await expect.poll(() => accountCount(userData)).toBe(0);
  await app.close();

  const again = await start();
  await expect(again.page.getByRole('button', { name: 'Sign In With Google' })).toBeVisible();
});

test('changes pending at a sign-out with the cloud down stay until the same account’s next sign-in, and a message says so', async ({
  app,
  cloud,
  userData,
  start,
}) => {
  await waitUntilSynced(app.page);
  await cloud.controls.addFault({ rpc: '*', kind: 'down' });
  await addNote(app.page, 'first', '');
  await addNote(app.page, 'second', '');
  await logOut(app.page);
  const notice = app.page.getByText('2 changes were not saved to the cloud yet. They stay on this computer');
  await expect(notice).toBeVisible();
  expect(accountCount(userData)).toBe(1);

  await cloud.controls.clearFaults();
  await signIn(app, cloud, BEN);
  await expect(app.page.getByText('Notes you add appear here')).toBeVisible();
  await waitUntilSynced(app.page);
  await logOut(app.page);
  await expect(notice).toHaveCount(0);
  await expect.poll(() => accountCount(userData)).toBe(1);
  expect(titles(cloud)).toEqual([]);
  await app.close();

  const again = await start();
  await signIn(again, cloud, ADA);
  await expect(again.page.getByRole('article')).toHaveCount(2);
  await waitUntilSynced(again.page);
  await expect.poll(() => titles(cloud)).toEqual(['first', 'second']);
  await logOut(again.page);
  await expect.poll(() => accountCount(userData)).toBe(0);
});

test('signing out during a push without an answer retains the note, and the next sign-in finds that it arrived', async ({
  app,
  cloud,
}) => {
  await waitUntilSynced(app.page);
  await cloud.controls.addFault({ rpc: 'Commit', kind: 'hang' });
  await addNote(app.page, 'on its way', '');
  await logOut(app.page);
  await expect(app.page.getByText('1 change was not saved to the cloud yet. It stays')).toBeVisible();
  await cloud.controls.clearFaults();
  await signIn(app, cloud, ADA);
  await waitUntilSynced(app.page);
  await expect(app.page.getByRole('article')).toHaveCount(1);
  await expect.poll(() => titles(cloud)).toEqual(['on its way']);
});
