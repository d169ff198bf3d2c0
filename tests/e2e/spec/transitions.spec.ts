/** What each action does to a note, and how lists and sign-in follow the cloud (specification, section 4). */
import { BEN, expect, SCREENS, test } from './support/app.ts';

test('§4 add: it creates an active note with both flags false', async ({ app }) => {
  await app.take().click();
  await app.title().fill('Milk');
  await app.clickAway();
  await expect(app.card('Milk')).toBeVisible();
  await app.waitUntilSynced();
  expect(app.cloud.controls.docs()).toMatchObject([{ title: 'Milk', isArchived: false, isDeleted: false }]);
});

test('§4 archive: it sets isArchived true, by an update', async ({ app }) => {
  const [id = ''] = await app.seed({ title: 'Milk', text: 'two litres' });
  const before = app.cloud.controls.doc(id)?.fields;
  await app.act('Milk', 'Archive');
  // The toast that says so does not cover the drawer.
  await expect(app.page.getByText('Note archived', { exact: true })).toBeVisible();
  const entry = await app.entry('Archive').elementHandle();
  const reachable = await entry?.evaluate((link) => {
    const { x, y, width, height } = link.getBoundingClientRect();
    return link.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(reachable).toBe(true);
  await expect(app.cards()).toHaveCount(0);
  expect(await app.stored(id)).toEqual({ ...before, isArchived: true });
  await app.entry('Archive').click();
  await expect(app.card('Milk')).toBeVisible();
});

test('§4 unarchive: it sets isArchived false', async ({ app }) => {
  const [id = ''] = await app.seed({ title: 'Milk', isArchived: true });
  const before = app.cloud.controls.doc(id)?.fields;
  await app.open('/archive');
  await app.act('Milk', 'Unarchive');
  await expect(app.cards()).toHaveCount(0);
  expect(await app.stored(id)).toEqual({ ...before, isArchived: false });
  await app.entry('Notes').click();
  await expect(app.card('Milk')).toBeVisible();
});

test('§4 delete: from the notes it sets isDeleted true and isArchived false', async ({ app }) => {
  const [id = ''] = await app.seed({ title: 'Milk' });
  const before = app.cloud.controls.doc(id)?.fields;
  await app.act('Milk', 'Move to trash');
  await expect(app.cards()).toHaveCount(0);
  expect(await app.stored(id)).toEqual({ ...before, isArchived: false, isDeleted: true });
  await app.entry('Trash').click();
  await expect(app.card('Milk')).toBeVisible();
});

test('§4 delete: from the archive it sets isArchived false and isDeleted true', async ({ app }) => {
  const [id = ''] = await app.seed({ title: 'Milk', isArchived: true });
  const before = app.cloud.controls.doc(id)?.fields;
  await app.open('/archive');
  await app.act('Milk', 'Move to trash');
  await expect(app.cards()).toHaveCount(0);
  expect(await app.stored(id)).toEqual({ ...before, isArchived: false, isDeleted: true });
  await app.entry('Trash').click();
  await expect(app.card('Milk')).toBeVisible();
});

test('§4 restore: it sets isDeleted false', async ({ app }) => {
  const [id = ''] = await app.seed({ title: 'Milk', isDeleted: true });
  const before = app.cloud.controls.doc(id)?.fields;
  await app.open('/trash');
  await app.act('Milk', 'Restore');
  await expect(app.cards()).toHaveCount(0);
  expect(await app.stored(id)).toEqual({ ...before, isDeleted: false });
  await app.entry('Notes').click();
  await expect(app.card('Milk')).toBeVisible();
});

test('§4 delete forever: it removes the document', async ({ app }) => {
  const [id = '', otherId = ''] = await app.seed(
    { title: 'Milk', isDeleted: true },
    { title: 'Bread', isDeleted: true },
  );
  await app.open('/trash');
  await app.act('Milk', 'Delete forever');
  const question = app.page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete forever' }).click();
  await expect(app.cards()).toHaveCount(1);
  await app.waitUntilSynced();
  expect(app.cloud.controls.doc(id)).toBeNull();
  expect(app.cloud.controls.doc(otherId)).not.toBeNull();
});

test('§4 edit: it updates title and text', async ({ app }) => {
  const [id = ''] = await app.seed({ title: 'Milk', text: 'two litres' });
  const before = app.cloud.controls.doc(id)?.fields;
  await app.act('Milk', 'Edit');
  await app.dialog().getByLabel('Title').fill('Bread');
  await app.dialog().getByLabel('Text').fill('');
  await app.button('Save').click();
  await expect(app.card('Bread')).not.toContainText('two litres');
  expect(await app.stored(id)).toEqual({ ...before, title: 'Bread', text: '' });
});

test('§4 lists: they are populated from a live query', async ({ app }) => {
  const [id = ''] = await app.seed({ title: 'before' });
  await expect(app.card('before')).toBeVisible();
  const fields = app.cloud.controls.doc(id)?.fields ?? {};
  app.cloud.controls.putDoc(id, { ...fields, title: 'changed elsewhere' });
  await expect(app.card('changed elsewhere')).toBeVisible();
  app.cloud.controls.putDoc(id, { ...fields, title: 'archived elsewhere', isArchived: true });
  await expect(app.cards()).toHaveCount(0);
  await app.entry('Archive').click();
  await expect(app.card('archived elsewhere')).toBeVisible();
  app.cloud.controls.deleteDoc(id);
  await expect(app.cards()).toHaveCount(0);
});

test('§4 lists: on sign-out all three are emptied', async ({ app }) => {
  await app.seed({ title: 'one' }, { title: 'two', isArchived: true }, { title: 'three', isDeleted: true });
  for (const { path } of SCREENS) {
    await app.open(path);
    await expect(app.cards()).toHaveCount(1);
  }
  await app.signOut();
  await expect(app.cards()).toHaveCount(0);
  // The next user who signs in on the same page finds no notes.
  await app.signIn(BEN);
  for (const { path } of SCREENS) {
    await app.open(path);
    await app.expectPath(path);
    await expect(app.drawer()).toBeVisible();
    await expect(app.cards()).toHaveCount(0);
  }
  expect(await app.request('notes:counts')).toMatchObject({ value: { active: 0, archived: 0, trashed: 0 } });
});

test('§4 auth: the page follows a subscription to auth state changes', async ({ app }) => {
  await app.open('/archive');
  await app.expectPath('/archive');
  // The main process alone ends the session and begins the next one; the page asks for nothing.
  await app.request('session:sign-out');
  await app.expectPath('/signup');
  await app.signIn(BEN);
  await app.expectPath('/');
  await app.button('Profile').click();
  await expect(app.page.getByText(BEN.email, { exact: true })).toBeVisible();
});

test('§4 creation box: it is either collapsed or expanded', async ({ app }) => {
  const heights = async (): Promise<string> =>
    app.take().evaluate((field) => getComputedStyle(field).minHeight);
  expect(await heights()).toBe('25px');
  await app.take().click();
  await expect.poll(heights).toBe('100px');
  await app.clickAway();
  await expect(app.title()).toHaveCount(0);
  expect(await heights()).toBe('25px');
});
