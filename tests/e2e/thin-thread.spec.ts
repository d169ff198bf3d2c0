/** The app's main job from end to end, on the built bundles and a local cloud. */
import { addNote, ADA, BEN, expect, signIn } from './support/fixtures.ts';
import { test } from './support/signed-in.ts';

test('a note goes to the cloud, changes there show here, and it outlives a restart without network', async ({
  app,
  cloud,
  start,
}) => {
  await addNote(app.page, 'Milk', 'two litres\nand cream');

  await expect.poll(() => cloud.controls.docs().length).toBe(1);
  const [doc] = cloud.controls.docs();
  if (doc === undefined) throw new Error('The cloud has no note');
  const account = cloud.controls.accounts().find(({ sub }) => sub === ADA.sub);
  expect(doc.fields).toEqual({
    uid: account?.uid,
    title: 'Milk',
    text: 'two litres\nand cream',
    createdAt: expect.any(String),
    isArchived: false,
    isDeleted: false,
  });
  expect(Math.abs(Date.parse(String(doc.fields['createdAt'])) - Date.now())).toBeLessThan(60_000);

  cloud.controls.putDoc(doc.id, { ...doc.fields, title: 'Oat milk' });
  await expect(app.page.getByRole('article')).toContainText('Oat milk');

  await app.close();
  await cloud.controls.addFault({ rpc: '*', kind: 'down' });
  const again = await start();
  await expect(again.page.getByRole('article')).toContainText('Oat milk');
  await again.page.getByRole('button', { name: 'Profile' }).click();
  await expect(again.page.getByText(ADA.email)).toBeVisible();
});

test('a note of one account is never shown under another', async ({ app, cloud }) => {
  await addNote(app.page, 'for Ada alone', '');
  await expect.poll(() => cloud.controls.docs().length).toBe(1);
  await app.page.getByRole('button', { name: 'Log out' }).click();
  await signIn(app, cloud, BEN);
  await expect(app.page.getByText('Notes you add appear here')).toBeVisible();
  await expect(app.page.getByRole('article')).toHaveCount(0);
  await app.page.getByRole('link', { name: 'Archive' }).click();
  await expect(app.page.getByText('Archived notes will appear here.')).toBeVisible();
});
