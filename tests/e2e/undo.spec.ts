/**
 * Undo and Redo over the whole app: undone actions reach the cloud, and later changes by another device stay.
 */
import type { Page } from '@playwright/test';
import { COMMAND } from '#tests/support/keys.ts';
import { addNote, expect } from './support/fixtures.ts';
import { test } from './support/signed-in.ts';

const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

test('actions are undone and done again in the cloud, and later changes by another device stay', async ({
  app,
  cloud,
}) => {
  const { page } = app;
  const ferry = () => cloud.controls.docs().find((doc) => doc.fields['title'] === 'Ferry');
  const fields = () => ferry()?.fields ?? {};
  const undo = () => page.keyboard.press(`${COMMAND}+z`);
  await addNote(page, 'Ferry', '☐ tickets\n☐ map');
  await addNote(page, 'Bread', 'rye');
  await card(page, 'Ferry').getByRole('checkbox', { name: 'tickets' }).click();
  await expect.poll(() => fields()['text']).toBe('☑ tickets\n☐ map');
  await card(page, 'Ferry').focus();
  await page.keyboard.press('f');
  await expect.poll(() => fields()['isPinned']).toBe(true);
  // The card has moved, and takes keys at its new place.
  await expect(page.getByRole('heading', { name: 'Others' })).toBeVisible();
  await card(page, 'Ferry').focus();
  await page.keyboard.press('e');
  await expect.poll(() => fields()['isArchived']).toBe(true);
  await expect(card(page, 'Ferry')).toHaveCount(0);

  // Another device unpins the note and adds a line.
  cloud.controls.putDoc(ferry()?.id ?? '', {
    ...fields(),
    isPinned: false,
    text: '☑ tickets\n☐ map\n☐ sandwiches',
  });
  await page.getByRole('link', { name: 'Archive' }).click();
  await expect(card(page, 'sandwiches')).toBeVisible();
  await undo();
  await expect(page.getByText('Archiving undone').first()).toBeVisible();
  await expect.poll(() => fields()['isArchived']).toBe(false);
  await undo();
  await expect(page.getByText('Pinning not undone; nothing left to change').first()).toBeVisible();
  await undo();
  await expect(page.getByText('Tick undone; a newer change stays').first()).toBeVisible();
  await expect
    .poll(() => fields())
    .toMatchObject({ isPinned: false, text: '☐ tickets\n☐ map\n☐ sandwiches' });
  await page.keyboard.press(`${COMMAND}+Shift+Z`);
  await expect.poll(() => fields()['text']).toBe('☑ tickets\n☐ map\n☐ sandwiches');
});

test('the menu bar undoes typing in a field, and outside of fields actions on notes', async ({ app }) => {
  const { page } = app;
  const choose = (id: string) =>
    app.electron.evaluate(({ Menu }, wanted) => {
      const all = (items: readonly Electron.MenuItem[]): Electron.MenuItem[] =>
        items.flatMap((item) => [item, ...all(item.submenu?.items ?? [])]);
      const item = all(Menu.getApplicationMenu()?.items ?? []).find((one) => one.id === wanted);
      if (item === undefined) throw new Error(`The menu has no ${wanted}`);
      Reflect.apply(item.click, item, []);
    }, id);
  await addNote(page, 'Ferry', 'at seven');
  await card(page, 'Ferry').focus();
  await page.keyboard.press('#');
  await expect(card(page, 'Ferry')).toHaveCount(0);
  const search = page.getByPlaceholder('Search');
  await search.focus();
  await page.keyboard.insertText('bread');
  await choose('undo');
  await expect(search).toHaveValue('');
  await search.blur();
  await choose('undo');
  await expect(card(page, 'Ferry')).toBeVisible();
  await choose('redo');
  await expect(card(page, 'Ferry')).toHaveCount(0);
});
