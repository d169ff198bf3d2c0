/** Who may do what (specification, section 6). */
import { type NoteId, TRANSITIONS } from '#shared/note/note.ts';
import { uidOf } from '../support/fixtures.ts';
import { ADA, BEN, expect, SCREENS, test } from './support/app.ts';

test('§6 signed-in user: sees only their own notes', async ({ app }) => {
  app.cloud.controls.signInAs(BEN);
  const theirs = { uid: app.uidOf(BEN), title: 'theirs' };
  await app.seed(
    theirs,
    { ...theirs, isArchived: true },
    { ...theirs, isDeleted: true },
    { title: 'mine' },
    { title: 'mine', isArchived: true },
    { title: 'mine', isDeleted: true },
  );
  for (const { path } of SCREENS) {
    await app.open(path);
    await app.expectPath(path);
    await expect(app.cards().getByRole('heading')).toHaveText(['mine']);
  }
  await app.search().fill('theirs');
  await expect(app.cards()).toHaveCount(0);
});

test('§6 signed-in user: creates only their own notes', async ({ app }) => {
  await app.take().click();
  await app.title().fill('mine');
  await app.clickAway();
  await expect(app.card('mine')).toBeVisible();
  await app.waitUntilSynced();
  expect(app.cloud.controls.docs().map(({ fields }) => fields['uid'])).toEqual([app.uidOf(ADA)]);
  const commits = app.cloud.controls.requests().filter(({ rpc }) => rpc === 'Commit');
  expect(commits.map(({ uid }) => uid)).toEqual([app.uidOf(ADA)]);
});

test('§6 signed-in user: changes only their own notes', async ({ app }) => {
  app.cloud.controls.signInAs(BEN);
  const [theirs = '', mine = ''] = await app.seed({ uid: app.uidOf(BEN), title: 'twin' }, { title: 'twin' });
  const before = app.cloud.controls.doc(theirs);
  await app.act('twin', 'Edit');
  await app.dialog().getByLabel('Title').fill('edited');
  await app.button('Save').click();
  await app.act('edited', 'Move to trash');
  await expect(app.cards()).toHaveCount(0);
  expect(await app.stored(mine)).toMatchObject({ title: 'edited', isDeleted: true });
  expect(app.cloud.controls.doc(theirs)).toEqual(before);
  // A request by the note's id does not find it either.
  expect(await app.request('notes:get', theirs as NoteId)).toMatchObject({
    ok: false,
    error: { code: 'note-not-found' },
  });
  const uid = await uidOf(app.page);
  expect(
    await app.request('notes:change', uid, [{ ids: [theirs as NoteId], to: TRANSITIONS.trash }]),
  ).toEqual({ ok: true, value: { reverse: [], skipped: [] } });
  expect(await app.request('notes:delete-forever', uid, [theirs as NoteId])).toEqual({ ok: true, value: [] });
  expect(app.cloud.controls.doc(theirs)).toEqual(before);
});

test('§6 signed-in user: can use the notes, archive and trash screens', async ({ app }) => {
  for (const { name, path } of SCREENS) {
    await app.entry(name).click();
    await app.expectPath(path);
    await expect(app.entry(name)).toHaveAttribute('aria-current', 'page');
  }
});

test('§6 signed-out visitor: can reach only /signup', async ({ app }) => {
  await app.seed({ title: 'private' });
  await app.signOut();
  for (const { path } of SCREENS) {
    await app.open(path);
    await app.expectPath('/signup');
  }
  const keys = ['Control+,', 'Control+k', 'Control+n', 'Control+f', '?', 'c', '1', '2'];
  for (const key of keys) await app.page.keyboard.press(key);
  const items = await app.electron.evaluate(({ Menu }) =>
    ['settings', 'shortcuts', 'about', 'go-to', 'search', 'new-note'].map((id) => {
      const item = Menu.getApplicationMenu()?.getMenuItemById(id);
      item?.click();
      return item?.enabled;
    }),
  );
  expect(new Set(items)).toEqual(new Set([false]));
  await app.request('session:get');
  await app.page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await app.expectPath('/signup');
  await expect(app.dialog()).toHaveCount(0);
  await expect(app.page.getByRole('banner')).toHaveCount(0);
  expect(await app.text()).not.toContain('private');
  expect(await app.request('notes:counts')).toMatchObject({ ok: false, error: { code: 'not-signed-in' } });
});
