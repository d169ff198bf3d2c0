/**
 * Labels as filters beside the query: how the search box shows them, and that the query is only text (spec
 * §5).
 */
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { COMMAND } from '#tests/support/keys.ts';
import { card, filters, openStage, type OpenOptions, see } from './open-page.ts';

const stage = openStage({ toastsStay: true });

const NOTES = [
  { id: 'One', title: 'One', text: 'work to do', labels: ['Work', 'To read'] },
  { id: 'Two', title: 'Two', text: 'type label:Work in the box', labels: ['To read'] },
  { id: 'Three', title: 'Three', text: 'nothing', labels: ['Work'] },
  { id: 'Away', title: 'Away', labels: ['Old'], list: 'archived' as const },
  { id: 'Text', title: 'Text', text: 'label:Work again', list: 'archived' as const },
  { id: 'Gone', title: 'Gone', text: 'no label:work', labels: ['Work'], list: 'trashed' as const },
];
const search = (page: Page) => page.getByPlaceholder(TEXTS.search);
const cards = (page: Page) => page.getByRole('article');
const titles = (page: Page) => cards(page).getByRole('heading');
const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name, exact: true });
const NARROW = { viewport: { width: 400, height: 700 } };

async function openNotes(options?: OpenOptions): Promise<Page> {
  const { page } = await stage.open({ notes: NOTES }, options);
  await see(cards(page).first()).toBeVisible();
  return page;
}

async function choose(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await search(page).fill(`label:${name}`);
    await see(page.getByRole('option', { selected: true })).toHaveText(name);
    await page.keyboard.press('Enter');
  }
  await see(filters(page)).toHaveText(names);
}

test('§5 a query is only text on every screen, whatever labels exist', async () => {
  const page = await openNotes();
  await see(link(page, 'Work')).toBeVisible();
  await search(page).fill('label:Work');
  await see(cards(page)).toHaveText([/Two/]);
  await see(page.locator('mark')).toHaveText(['label:Work']);
  await link(page, 'Archive').click();
  await see(cards(page)).toHaveText([/Text/]);
  await link(page, 'Trash').click();
  await see(cards(page)).toHaveText([/Gone/]);
  await search(page).fill('label:Old');
  await see(page.getByText(TEXTS.noMatch)).toBeVisible();
});

test('text after `label:` that matches no label is searched for', async () => {
  const page = await openNotes();
  await search(page).fill('label:Work in');
  await see(page.getByRole('option')).toHaveCount(0);
  await see(cards(page)).toHaveText([/Two/]);
});

describe('removing filters', () => {
  test('Backspace removes the last label from an empty box, or else text', async () => {
    const page = await openNotes();
    await choose(page, 'Work', 'To read');
    await see(cards(page)).toHaveCount(1);
    await page.keyboard.type('do');
    await page.keyboard.press('Backspace');
    await see(search(page)).toHaveValue('d');
    // A held key stops at the beginning of the text.
    await page.keyboard.down('Backspace');
    await page.keyboard.down('Backspace');
    await page.keyboard.up('Backspace');
    await see(search(page)).toHaveValue('');
    await see(filters(page)).toHaveText(['Work', 'To read']);
    await page.keyboard.press('Backspace');
    await see(filters(page)).toHaveText(['Work']);
    await see(cards(page)).toHaveCount(2);
    await page.keyboard.press('Backspace');
    await see(filters(page)).toHaveCount(0);
    await see(cards(page)).toHaveCount(3);
    await page.keyboard.press('Backspace');
    await see(search(page)).toBeFocused();
  });

  test('a press on a tag removes its label, and the search box has the focus', async () => {
    const page = await openNotes();
    await choose(page, 'Work', 'To read');
    await filters(page).first().click();
    await see(filters(page)).toHaveText(['To read']);
    await see(search(page)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await see(filters(page)).toBeFocused();
    await page.keyboard.press('Delete');
    await see(filters(page)).toHaveCount(0);
    await see(search(page)).toBeFocused();
  });

  test('clearing the search empties the text and keeps the labels', async () => {
    const page = await openNotes();
    await choose(page, 'Work');
    await page.keyboard.type('nothing');
    await see(titles(page)).toHaveText(['Three']);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await see(search(page)).toHaveValue('');
    await see(page.getByRole('button', { name: 'Search' })).toBeVisible();
    await see(search(page)).toBeFocused();
    await page.keyboard.type('x');
    await page.keyboard.press('Escape');
    await see(search(page)).toHaveValue('');
    await see(filters(page)).toHaveText(['Work']);
    await see(cards(page)).toHaveCount(2);
  });
});

describe('a filter on all screens', () => {
  test('a label filters each list, and a list without hits for it does not say that no note was found', async () => {
    const page = await openNotes();
    await link(page, 'Work').click();
    await see(cards(page)).toHaveCount(2);
    await link(page, 'Archive').click();
    await see(page.getByText('No archived notes labelled “Work”')).toBeVisible();
    await see(page.getByText(TEXTS.noMatch)).toHaveCount(0);
    await see(page.getByRole('link', { name: '2 in Notes' })).toBeVisible();
    await search(page).fill('nothing');
    await see(page.getByText(TEXTS.noMatch)).toBeVisible();
    await link(page, 'Trash').click();
    await search(page).fill('');
    await see(titles(page)).toHaveText(['Gone']);
    await see(filters(page)).toHaveText(['Work']);
    await see(page.getByRole('button', { name: 'Empty trash now' })).toHaveCount(0);
    await page.goBack();
    await see(page.getByText('No archived notes labelled “Work”')).toBeVisible();
    await choose(page, 'Work', 'Old');
    await see(page.getByText('No archived notes labelled “Work” and “Old”')).toBeVisible();
  });

  test('choosing a label in the drawer keeps the query', async () => {
    const page = await openNotes();
    await search(page).fill('nothing');
    await see(titles(page)).toHaveText(['Three']);
    await link(page, 'To read').click();
    await see(page.getByText(TEXTS.noMatch)).toBeVisible();
    await see(search(page)).toHaveValue('nothing');
    await link(page, 'Work').click();
    await see(titles(page)).toHaveText(['Three']);
    await see(filters(page)).toHaveText(['Work']);
  });

  test('chips add labels to those that filter the list', async () => {
    const page = await openNotes();
    await card(page, 'One').getByRole('button', { name: 'Work' }).click();
    await see(cards(page)).toHaveCount(2);
    await card(page, 'One').getByRole('button', { name: 'To read' }).click();
    await see(titles(page)).toHaveText(['One']);
    await card(page, 'One').getByRole('button', { name: 'Work' }).click();
    await see(filters(page)).toHaveText(['Work', 'To read']);
  });

  test('“select all” covers only the label’s notes, and choosing another label ends the selection', async () => {
    const page = await openNotes();
    await link(page, 'Work').click();
    await see(cards(page)).toHaveCount(2);
    await page.keyboard.press('j');
    await page.keyboard.press(`${COMMAND}+a`);
    await see(page.getByText('2 selected')).toBeVisible();
    await page.keyboard.press('e');
    await see(page.getByText('2 notes archived').first()).toBeVisible();
    await see(page.getByText('No notes labelled “Work”')).toBeVisible();
    const archived = await page.evaluate(() => window.fake.notes().filter((note) => note.isArchived));
    expect(archived.map(({ id }) => id).toSorted()).toEqual(['Away', 'One', 'Text', 'Three']);
    await link(page, 'To read').click();
    await see(titles(page)).toHaveText(['Two']);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await see(page.getByText('1 selected')).toBeVisible();
    await page.evaluate(() => (location.hash = '#/trash'));
    await see(page.getByText('1 selected')).toHaveCount(0);
  });

  test('going to a note by its name shows it without the filter', async () => {
    const page = await openNotes();
    await choose(page, 'Work');
    await page.keyboard.press(`${COMMAND}+K`);
    await page.getByRole('combobox', { name: 'Go to a note, label or command' }).fill('Two');
    await page.getByRole('option', { name: /Two/ }).click();
    await see(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Two');
    await see(filters(page)).toHaveCount(0);
  });
});

test('tags that do not fit into the box fade at the edge beyond which they are', async () => {
  const page = await openNotes({ viewport: { width: 640, height: 400 } });
  const row = page.getByRole('toolbar', { name: 'Shown labels' }).locator('..');
  const fadesAt = (): Promise<readonly string[]> =>
    row.evaluate((element) => {
      const mask = getComputedStyle(element).maskImage;
      const starts = mask.startsWith('linear-gradient(to left') ? ['right'] : ['left'];
      return mask === 'none' ? [] : mask.includes('calc') ? ['left', 'right'] : starts;
    });
  await choose(page, 'Work');
  await see.poll(fadesAt).toEqual([]);
  await choose(page, 'Work', 'To read', 'Old');
  await see(filters(page).last()).toBeInViewport({ ratio: 1 });
  await see.poll(fadesAt).toEqual(['left']);
  await row.evaluate((element) => element.scrollTo({ left: 0 }));
  await see.poll(fadesAt).toEqual(['right']);
  await row.evaluate((element) => element.scrollTo({ left: 40 }));
  await see.poll(fadesAt).toEqual(['left', 'right']);
});

describe('in a narrow window', () => {
  test('labels are below the top bar, or in the search box while that is open', async () => {
    const page = await openNotes(NARROW);
    await card(page, 'One').getByRole('button', { name: 'Work' }).click();
    await see(filters(page)).toHaveText(['Work']);
    await see(filters(page)).toBeInViewport();
    await see(page.getByRole('button', { name: 'Main menu' })).toBeVisible();
    await page.getByRole('button', { name: 'Search' }).click();
    await see(search(page)).toBeFocused();
    await see(filters(page)).toHaveText(['Work']);
    await page.keyboard.type('nothing');
    await see(titles(page)).toHaveText(['Three']);
    await page.getByRole('button', { name: 'Close search' }).click();
    await see(cards(page)).toHaveCount(2);
    await see(filters(page)).toHaveText(['Work']);
    await filters(page).click();
    await see(cards(page)).toHaveCount(3);
    await see.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });

  test('a query typed in a wide window stays visible, without the focus', async () => {
    const page = await openNotes();
    await choose(page, 'Work');
    await search(page).fill('nothing');
    await card(page, 'Three').focus();
    await page.setViewportSize({ width: 600, height: 700 });
    await see(page.getByRole('button', { name: 'Close search' })).toBeVisible();
    await see(search(page)).toHaveValue('nothing');
    await see(filters(page)).toHaveText(['Work']);
    await see(search(page)).not.toBeFocused();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await see(search(page)).toBeFocused();
  });
});
