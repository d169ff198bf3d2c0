/** Keys with Ctrl, which work everywhere in the page, and the equivalent menu items. */
import type { Page } from '@playwright/test';
import { describe, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { COMMAND } from '#tests/support/keys.ts';
import { openStage, see } from './open-page.ts';

const stage = openStage();

const NOTES = [
  { id: 'a', title: 'One', text: 'text of one' },
  { id: 'b', title: 'Away', list: 'archived' },
] as const;
const box = (page: Page) => page.getByPlaceholder(TEXTS.takeANote);
const search = (page: Page) => page.getByPlaceholder(TEXTS.search);

describe('a new note', () => {
  test('Ctrl+N opens the creation box from another screen and from a field, and the box gets the next key', async () => {
    const { page } = await stage.open({ notes: NOTES }, { hash: '#/archive' });
    await see(page.getByRole('article')).toContainText('Away');
    await page.keyboard.press(`${COMMAND}+n`);
    await see(box(page)).toBeFocused();
    await see(page.getByPlaceholder(TEXTS.title)).toBeVisible();
    await search(page).fill('one');
    await page.keyboard.press(`${COMMAND}+n`);
    await page.keyboard.type('typed at once');
    await see(box(page)).toHaveValue('typed at once');
    await see(search(page)).toHaveValue('one');
  });

  test('the menu opens the creation box from another screen, and a later visit does not reopen it', async () => {
    const { page } = await stage.open({ notes: NOTES }, { hash: '#/trash' });
    await see(page.getByText(TEXTS.noDeleted)).toBeVisible();
    await page.evaluate(() => window.fake.command('new-note'));
    await see(box(page)).toBeFocused();
    await page.getByRole('link', { name: 'Archive' }).click();
    await see(page.getByRole('article')).toContainText('Away');
    await page.getByRole('link', { name: 'Notes' }).click();
    await see(box(page)).toBeVisible();
    await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(0);
    await see(page.getByRole('link', { name: 'Notes' })).toBeFocused();
  });

  test('Ctrl+N closes the drawer of a narrow window', async () => {
    const { page } = await stage.open({ notes: NOTES }, { viewport: { width: 400, height: 700 } });
    await page.getByRole('button', { name: 'Main menu' }).click();
    await see(page.getByRole('link', { name: 'Notes' })).toBeFocused();
    await page.keyboard.press(`${COMMAND}+n`);
    await see(box(page)).toBeFocused();
    await see(page.getByRole('link', { name: 'Notes' })).not.toBeInViewport();
  });
});

describe('the search', () => {
  test.each([
    ['Ctrl+F', (page: Page) => page.keyboard.press(`${COMMAND}+f`)],
    ['the menu', (page: Page) => page.evaluate(() => window.fake.command('search'))],
    [
      'the menu, right after a new note',
      (page: Page) =>
        page.evaluate(() => {
          window.fake.command('new-note');
          window.fake.command('search');
        }),
    ],
  ])(
    '%s moves the focus from a field to the search box and selects the query, so that typing replaces it',
    async (_by, ask) => {
      const { page } = await stage.open({ notes: NOTES });
      await search(page).fill('on');
      await box(page).fill('half a thought');
      await ask(page);
      await see(search(page)).toBeFocused();
      await page.keyboard.type('t');
      await see(search(page)).toHaveValue('t');
      // The creation box closes and saves its note, as after a click beside it.
      await see(page.getByRole('article').filter({ hasText: 'half a thought' })).toHaveCount(1);
    },
  );

  test('Ctrl+F opens the search of a narrow window', async () => {
    const { page } = await stage.open({ notes: NOTES }, { viewport: { width: 400, height: 700 } });
    await see(page.getByRole('article')).toHaveCount(1);
    await page.keyboard.press(`${COMMAND}+f`);
    await see(search(page)).toBeFocused();
  });
});

test('the commands for a new note and a search do nothing under an open sheet, and its words stay', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await page.getByRole('article').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(TEXTS.text).fill('half a change');
  await page.keyboard.press(`${COMMAND}+n`);
  await page.keyboard.press(`${COMMAND}+f`);
  await page.evaluate(() => window.fake.command('new-note'));
  await page.keyboard.type('!');
  await see(dialog.getByLabel(TEXTS.text)).toHaveValue('half a change!');
  await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(0);
});

test.each([
  ['?', (page: Page) => page.keyboard.press('?')],
  ['the menu', (page: Page) => page.evaluate(() => window.fake.openDialog('shortcuts'))],
  [
    'the profile pop-up',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Profile' }).click();
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    },
  ],
])('the list of shortcuts opens by %s', async (_by, open) => {
  const { page } = await stage.open({ notes: NOTES });
  await see(page.getByRole('article')).toHaveCount(1);
  await open(page);
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await see(list.getByRole('region', { name: 'General' })).toContainText('New note');
  await page.keyboard.press('Escape');
  await see(list).toHaveCount(0);
});
