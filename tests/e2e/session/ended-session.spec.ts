/** A session that Google ends: notes and outbox stay, and a new sign-in goes on where it was. */
import type { Cloud } from '../../cloud/cloud.ts';
import { browse } from '../../support/browser.ts';
import { addNote, ADA, BEN, expect, openedAddress, signIn } from '../support/fixtures.ts';
import { test } from '../support/signed-in.ts';
import { BUSY, accountsKept, logOut, synced, titles, uidOf } from './people.ts';

const ENDINGS: Record<string, (cloud: Cloud, uid: string) => unknown> = {
  TOKEN_EXPIRED: (cloud, uid) => cloud.controls.revoke(uid),
  USER_DISABLED: (cloud, uid) => cloud.controls.revoke(uid, 'disabled'),
  USER_NOT_FOUND: (cloud, uid) => cloud.controls.revoke(uid, 'deleted'),
  INVALID_REFRESH_TOKEN: async (cloud, uid) => {
    await cloud.controls.addFault({ rpc: 'SecureToken', kind: 'status', code: 'INVALID_REFRESH_TOKEN' });
    cloud.controls.revoke(uid);
  },
};

test('each of Google’s refusals asks to sign in again; notes and outbox stay, and the same account goes on', async ({
  cloud,
  start,
}) => {
  test.setTimeout(150_000);
  const app = await start();
  await signIn(app, cloud, ADA);
  const button = app.page.getByRole('button', { name: 'Sign in again' });
  for (const [code, end] of Object.entries(ENDINGS)) {
    await synced(app.page);
    await end(cloud, uidOf(cloud, ADA));
    await addNote(app.page, `after ${code}`, '');
    await expect(button).toBeVisible(BUSY);
    await expect.poll(() => app.output()).toContain(`The session has ended: ${code}`);
    expect(titles(cloud)).not.toContain(`after ${code}`);
    await expect(app.page.getByRole('article').filter({ hasText: `after ${code}` })).toBeVisible();
    await cloud.controls.clearFaults();
    cloud.controls.enable(uidOf(cloud, ADA));
    await signIn(app, cloud, ADA, button);
    await expect(button).toBeHidden();
    await expect.poll(() => titles(cloud), BUSY).toContain(`after ${code}`);
  }
  expect(titles(cloud)).toHaveLength(Object.keys(ENDINGS).length);
});

test('a restart asks again, without the network too, and keeps everything', async ({ app, cloud, start }) => {
  await synced(app.page);
  cloud.controls.revoke(uidOf(cloud, ADA));
  await addNote(app.page, 'while it was over', '');
  await expect(app.page.getByRole('button', { name: 'Sign in again' })).toBeVisible(BUSY);
  await app.close();
  await cloud.controls.addFault({ rpc: '*', kind: 'down' });

  const again = await start();
  const button = again.page.getByRole('button', { name: 'Sign in again' });
  await expect(button).toBeVisible(BUSY);
  await expect(again.page.getByRole('article')).toHaveText(/while it was over/, BUSY);
  await cloud.controls.clearFaults();
  await signIn(again, cloud, ADA, button);
  await synced(again.page);
  await expect.poll(() => titles(cloud), BUSY).toEqual(['while it was over']);
});

test('signing in as another opens the other’s notes; what waits of the first stays until they are back', async ({
  app,
  cloud,
  userData,
}) => {
  await synced(app.page);
  cloud.controls.revoke(uidOf(cloud, ADA));
  await addNote(app.page, 'of Ada', '');
  await signIn(app, cloud, BEN, app.page.getByRole('button', { name: 'Sign in again' }));
  await expect(app.page.getByText('Notes you add appear here')).toBeVisible(BUSY);
  await addNote(app.page, 'of Ben', '');
  await synced(app.page);
  await expect.poll(() => titles(cloud), BUSY).toEqual(['of Ben']);
  expect(accountsKept(userData)).toBe(2);
  await logOut(app.page);
  await expect.poll(() => accountsKept(userData), BUSY).toBe(1);

  await signIn(app, cloud, ADA);
  await expect(app.page.getByRole('article')).toHaveText(/of Ada/, BUSY);
  await synced(app.page);
  const owners = cloud.controls.docs().map(({ fields }) => [fields['title'], fields['uid']]);
  expect(owners).toEqual([
    ['of Ben', uidOf(cloud, BEN)],
    ['of Ada', uidOf(cloud, ADA)],
  ]);
});

test('the button shows that an attempt is running and is usable again at once', async ({ app, cloud }) => {
  await synced(app.page);
  cloud.controls.revoke(uidOf(cloud, ADA));
  await addNote(app.page, 'waits', '');
  const button = app.page.getByRole('button', { name: 'Sign in again' });
  const waiting = app.page.getByText('Continue in your browser. Click again to start over.');
  const first = await openedAddress(app.electron, () => button.click());
  await expect(waiting).toBeVisible(BUSY);
  await expect(button.getByRole('progressbar')).toBeVisible();
  const second = await openedAddress(app.electron, () => button.click());
  await expect(browse(first)).rejects.toThrow('fetch failed');
  await expect(waiting).toBeVisible(BUSY);
  cloud.controls.denySignIn();
  expect((await browse(second)).text).toContain('Signing in did not work');
  await expect(app.page.getByText('Your session has ended.')).toBeVisible();
  await signIn(app, cloud, ADA, button);
  await expect(button).toBeHidden();
  await synced(app.page);
});
