/** A session that Google ends: notes and outbox stay, and a new sign-in continues with them. */
import { addNote, ADA, BEN, expect, signIn } from '../support/fixtures.ts';
import { test } from '../support/signed-in.ts';
import { accountCount, logOut, waitUntilSynced, titles, uidOf } from './people.ts';

test('an ended session is shown, also after a restart without network, and a new sign-in pushes pending changes', async ({
  app,
  cloud,
  start,
}) => {
  await waitUntilSynced(app.page);
  cloud.controls.revoke(uidOf(cloud, ADA));
  await addNote(app.page, 'while it was over', '');
  await expect(app.page.getByRole('button', { name: 'Sign in again' })).toBeVisible();
  await app.close();
  await cloud.controls.addFault({ rpc: '*', kind: 'down' });

  const again = await start();
  const button = again.page.getByRole('button', { name: 'Sign in again' });
  await expect(button).toBeVisible();
  await expect(again.page.getByRole('article')).toHaveText(/while it was over/);
  await cloud.controls.clearFaults();
  await signIn(again, cloud, ADA, button);
  await waitUntilSynced(again.page);
  await expect.poll(() => titles(cloud)).toEqual(['while it was over']);
});

test('signing in as another user opens other notes; pending changes of the first stay until they sign in again', async ({
  app,
  cloud,
  userData,
}) => {
  await waitUntilSynced(app.page);
  cloud.controls.revoke(uidOf(cloud, ADA));
  await addNote(app.page, 'of Ada', '');
  await signIn(app, cloud, BEN, app.page.getByRole('button', { name: 'Sign in again' }));
  await expect(app.page.getByText('Notes you add appear here')).toBeVisible();
  await addNote(app.page, 'of Ben', '');
  await waitUntilSynced(app.page);
  await expect.poll(() => titles(cloud)).toEqual(['of Ben']);
  expect(accountCount(userData)).toBe(2);
  await logOut(app.page);
  await expect.poll(() => accountCount(userData)).toBe(1);

  await signIn(app, cloud, ADA);
  await expect(app.page.getByRole('article')).toHaveText(/of Ada/);
  await waitUntilSynced(app.page);
  const owners = () => cloud.controls.docs().map(({ fields }) => [fields['title'], fields['uid']]);
  await expect.poll(owners).toEqual([
    ['of Ben', uidOf(cloud, BEN)],
    ['of Ada', uidOf(cloud, ADA)],
  ]);
});
