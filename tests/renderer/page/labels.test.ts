/** The account's labels outside of notes: in the drawer, in the dialog that edits them, and in a search. */
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { COMMAND, TO_START_OF_LINE } from '#tests/support/keys.ts';
import type { FakeSetup } from '../fake-setup.ts';
import { card, comeToRest, filters, type OpenOptions, openStage, see } from './open-page.ts';

const stage = openStage({ toastsStay: true });

const NOTES = [
  { id: 'One', title: 'One', text: 'work to do', labels: ['Work', 'To read'] },
  { id: 'Two', title: 'Two', text: 'nothing', labels: ['Work'] },
  { id: 'Three', title: 'Three' },
  { id: 'Away', title: 'Away', labels: ['Old'], list: 'archived' as const },
];
const drawer = (page: Page) => page.getByRole('navigation', { name: 'Lists' });
const link = (page: Page, name: string) => drawer(page).getByRole('link', { name, exact: true });
const search = (page: Page) => page.getByPlaceholder(TEXTS.search);
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit labels' });
const names = (page: Page) => drawer(page).getByRole('list', { name: 'Labels' }).getByRole('link');
const labels = (page: Page): Promise<unknown> =>
  page.evaluate(() => Object.fromEntries(window.fake.notes().map((note) => [note.id, note.labels ?? []])));

async function openNotes(setup: FakeSetup = { notes: NOTES }, options: OpenOptions = {}): Promise<Page> {
  const { page } = await stage.open(setup, options);
  await see(page.getByRole('article').first()).toBeVisible();
  return page;
}

describe('the drawer', () => {
  test('the drawer has no labels if no note has any', async () => {
    const page = await openNotes({ notes: [{ title: 'Plain' }] });
    await see(drawer(page).getByRole('link')).toHaveCount(3);
    await see(drawer(page).getByRole('button')).toHaveCount(0);
  });

  test('a label in the drawer leads to its notes, and the list’s entry back to all notes', async () => {
    const page = await openNotes({ notes: NOTES }, { hash: '#/archive' });
    await see(names(page)).toHaveText(['Old', 'To read', 'Work']);
    await link(page, 'To read').click();
    await see(filters(page)).toHaveText(['To read']);
    await see(page.getByRole('article')).toHaveCount(1);
    await see(link(page, 'To read')).toHaveAttribute('aria-current', 'true');
    await link(page, 'Notes').click();
    await see(filters(page)).toHaveCount(0);
    await see(page.getByRole('article')).toHaveCount(3);
  });

  test('the labels in the drawer follow changes of notes', async () => {
    const page = await openNotes();
    await page.evaluate(() => window.fake.arrive({ title: 'New', labels: ['Garden'] }));
    await see(link(page, 'Garden')).toBeVisible();
    await page.evaluate(() => window.fake.replace('Away', null));
    await see(link(page, 'Old')).toHaveCount(0);
  });

  test('a collapsed drawer hides its labels, and shows them while it has keyboard focus', async () => {
    const page = await openNotes();
    await page.getByRole('button', { name: 'Main menu' }).click();
    await page.mouse.move(700, 400);
    await see(link(page, 'Work')).toHaveCount(0);
    await page.keyboard.press('Tab');
    await link(page, 'Trash').focus();
    await see(link(page, 'Work')).toBeVisible();
    await page.keyboard.press('Tab');
    await see(link(page, 'Old')).toBeFocused();
  });

  test('many labels scroll in the drawer while its other entries stay, and Tab stops at only one of them', async () => {
    const notes = [{ title: 'Many', labels: Array.from({ length: 80 }, (_, at) => `Label ${100 + at}`) }];
    const page = await openNotes({ notes });
    const edit = drawer(page).getByRole('button', { name: 'Edit labels' });
    // Labels are rendered after the first notes.
    await see(link(page, 'Label 100')).toBeVisible();
    await link(page, 'Trash').focus();
    await page.keyboard.press('Tab');
    await see(link(page, 'Label 100')).toBeFocused();
    await page.keyboard.press('End');
    await see(link(page, 'Label 179')).toBeFocused();
    await see(link(page, 'Label 179')).toBeInViewport();
    await see(link(page, 'Label 100')).not.toBeInViewport();
    for (const entry of [link(page, 'Notes'), link(page, 'Trash'), edit]) await see(entry).toBeInViewport();
    await page.keyboard.press('ArrowUp');
    await see(link(page, 'Label 178')).toBeFocused();
    await page.keyboard.press('Tab');
    await see(edit).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await see(link(page, 'Label 178')).toBeFocused();
  });

  test('removing the searched label from the focused note focuses the next note with it', async () => {
    const page = await openNotes();
    await link(page, 'Work').click();
    await see(page.getByRole('article')).toHaveCount(2);
    await card(page, 'One').focus();
    await page.keyboard.press('l');
    await page.getByRole('dialog', { name: 'Labels' }).getByRole('checkbox', { name: 'Work' }).click();
    await see(card(page, 'One')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await see(card(page, 'Two')).toBeFocused();
  });
});

describe('the dialog of labels', () => {
  test('a new label opens its page, with the box for its first note', async () => {
    const page = await openNotes();
    await drawer(page).getByRole('button', { name: 'Edit labels' }).click();
    const field = dialog(page).getByRole('textbox', { name: 'New label' });
    await field.fill('Garden');
    await dialog(page).getByRole('button', { name: 'Create Garden' }).click();
    await see(dialog(page)).toHaveCount(0);
    await see(filters(page)).toHaveText(['Garden']);
    await see(page.getByPlaceholder(TEXTS.takeANote)).toBeFocused();
    await page.keyboard.type('roses');
    await page.keyboard.press('Escape');
    await see(card(page, 'roses')).toBeFocused();
    await see(link(page, 'Garden')).toBeVisible();
    // In another spelling, it is the existing label.
    await drawer(page).getByRole('button', { name: 'Edit labels' }).click();
    await field.fill('WORK');
    await page.keyboard.press('Enter');
    await see(filters(page)).toHaveText(['Work']);
  });

  test('the pencil of a label selects its name', async () => {
    const page = await openNotes();
    await drawer(page).getByRole('button', { name: 'Edit labels' }).click();
    await dialog(page).getByRole('button', { name: 'Edit Work' }).click();
    await see(dialog(page).getByLabel('Name of Work')).toBeFocused();
    await page.keyboard.type('Jobs');
    await page.keyboard.press('Enter');
    await see(dialog(page).getByLabel('Name of Jobs')).toBeFocused();
    await page.keyboard.press('Escape');
    await see(link(page, 'Jobs')).toBeVisible();
    await see(link(page, 'Work')).toHaveCount(0);
  });

  test('renaming a label changes all lists and the filter, with a single Undo', async () => {
    const page = await openNotes({ notes: [...NOTES, { id: 'Bin', labels: ['work'], list: 'trashed' }] });
    await link(page, 'Work').click();
    await see(page.getByRole('article')).toHaveCount(2);
    await drawer(page).getByRole('button', { name: 'Edit labels' }).click();
    await dialog(page).getByLabel('Name of Work').fill('Job');
    await page.keyboard.press('Enter');
    await see(dialog(page).getByLabel('Name of Job')).toBeFocused();
    await see(page.getByText('Label renamed').last()).toBeVisible();
    expect(await labels(page)).toEqual({
      One: ['To read', 'Job'],
      Two: ['Job'],
      Three: [],
      Away: ['Old'],
      Bin: ['Job'],
    });
    await page.keyboard.press('Escape');
    await see(dialog(page)).toHaveCount(0);
    await see(filters(page)).toHaveText(['Job']);
    await see(page.getByRole('article')).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await see(link(page, 'Work')).toBeVisible();
    await see(link(page, 'Job')).toHaveCount(0);
    await see(filters(page)).toHaveText(['Work']);
    await see(page.getByRole('article')).toHaveCount(2);
    await page.keyboard.press(`${COMMAND}+Shift+z`);
    await see(filters(page)).toHaveText(['Job']);
    await see(page.getByRole('article')).toHaveCount(2);
  });

  test.each([
    ['Job', 'Task', 'Enter'],
    ['Job', 'Task', 'a press elsewhere'],
    ['Job', 'Work', 'Enter'],
  ])(
    'a label that is named %s and, before that is done, %s by %s has the last name',
    async (first, last, by) => {
      const page = await openNotes();
      await drawer(page).getByRole('button', { name: 'Edit labels' }).click();
      const field = dialog(page).getByLabel('Name of Work');
      await page.evaluate(() => window.fake.hold('notes:change'));
      await field.fill(first);
      await page.keyboard.press('Enter');
      await field.fill(last);
      if (by === 'Enter') await page.keyboard.press('Enter');
      else await dialog(page).getByLabel('Name of Old').click();
      await page.evaluate(() => window.fake.release('notes:change'));
      await see.poll(() => labels(page)).toMatchObject({ One: ['To read', last], Two: [last] });
      await see(dialog(page).getByLabel(`Name of ${last}`)).toHaveValue(last);
      await see(dialog(page).getByLabel(`Name of ${first}`)).toHaveCount(0);
    },
  );

  test('removing a label focuses the next one in the dialog of labels, and z brings it back', async () => {
    const page = await openNotes();
    await drawer(page).getByRole('button', { name: 'Edit labels' }).click();
    const bin = (name: string) => dialog(page).getByRole('button', { name: `Remove ${name}` });
    await bin('To read').click();
    await see(bin('To read')).toHaveCount(0);
    await see(bin('Work')).toBeFocused();
    await page.keyboard.press('Enter');
    await see(bin('Work')).toHaveCount(0);
    await see(bin('Old')).toBeFocused();
    await page.keyboard.press('z');
    await see(bin('Work')).toBeVisible();
    await see(dialog(page)).toBeVisible();
  });

  test('the dialog of labels asks before it merges two, and Esc resets a name', async () => {
    const page = await openNotes();
    await drawer(page).getByRole('button', { name: 'Edit labels' }).click();
    await dialog(page).getByLabel('Name of Old').fill('nobody');
    await page.keyboard.press('Escape');
    await see(dialog(page).getByLabel('Name of Old')).toHaveValue('Old');
    await dialog(page).getByLabel('Name of Old').fill('WORK');
    await dialog(page).getByRole('button', { name: 'Rename Old' }).click();
    const question = page.getByRole('alertdialog');
    await see(question).toContainText('“Work”');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await see(question).toHaveCount(0);
    await dialog(page).getByRole('button', { name: 'Rename Old' }).click();
    await question.getByRole('button', { name: 'Merge' }).click();
    await see(dialog(page).getByLabel('Name of Old')).toHaveCount(0);
    await see(dialog(page).getByLabel('Name of Work')).toBeFocused();
    expect(await labels(page)).toMatchObject({ Away: ['Work'] });
  });

  test('the dialog of labels stores a new name after any press elsewhere', async () => {
    const page = await openNotes();
    await drawer(page).getByRole('button', { name: 'Edit labels' }).click();
    await dialog(page).getByLabel('Name of Old').fill('Long ago');
    await dialog(page).getByLabel('Name of Work').click();
    await see(dialog(page).getByLabel('Name of Long ago')).toBeVisible();
    await see(dialog(page).getByLabel('Name of Work')).toBeFocused();
    await dialog(page).getByLabel('Name of Work').fill('Job');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await see(dialog(page)).toHaveCount(0);
    await see(link(page, 'Job')).toBeVisible();
    await drawer(page).getByRole('button', { name: 'Edit labels' }).click();
    await dialog(page).getByLabel('Name of Long ago').fill('Job');
    await page.mouse.click(5, 300);
    await see(page.getByRole('alertdialog')).toContainText('“Job”');
    await page.getByRole('button', { name: 'Merge' }).click();
    await see.poll(() => labels(page)).toMatchObject({ One: ['To read', 'Job'], Away: ['Job'] });
  });

  test('removing a label removes it from its notes, and the focus stays in the dialog of labels', async () => {
    const page = await openNotes();
    await drawer(page).getByRole('button', { name: 'Edit labels' }).click();
    await dialog(page).getByRole('button', { name: 'Remove Work' }).click();
    await see(dialog(page).getByLabel('Name of Work')).toHaveCount(0);
    await see(page.getByText('Label removed').last()).toBeVisible();
    await see
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null))
      .toBe(true);
    expect(await labels(page)).toMatchObject({ One: ['To read'], Two: [] });
  });
});

describe('a search', () => {
  test('a query marks its hits among the notes of a label', async () => {
    const page = await openNotes();
    await link(page, 'Work').click();
    await search(page).fill('do');
    await see(page.getByRole('article')).toHaveCount(1);
    await see(page.locator('mark')).toHaveText(['do']);
    await card(page, 'One').click();
    await see(page.getByRole('dialog')).toContainText('1 of 1');
  });

  test('when a note loses the searched label, its pop-up stays in place and the focus in the page', async () => {
    const page = await openNotes();
    await link(page, 'To read').click();
    await see(page.getByRole('article')).toHaveCount(1);
    await card(page, 'One').focus();
    await page.keyboard.press('l');
    const popUp = page.getByRole('dialog', { name: 'Labels' });
    await comeToRest(popUp);
    const before = await popUp.boundingBox();
    await popUp.getByRole('checkbox', { name: 'To read' }).click();
    await see(page.getByRole('article')).toHaveCount(0);
    await see(popUp.getByRole('checkbox', { name: 'Work', checked: true })).toBeVisible();
    expect(await popUp.boundingBox()).toMatchObject({ x: before?.x, y: before?.y });
    await page.keyboard.press('Escape');
    await see.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });

  test('a selection that loses the searched label ends, so that no key acts on hidden notes', async () => {
    const page = await openNotes();
    await link(page, 'Work').click();
    await see(page.getByRole('article')).toHaveCount(2);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowRight');
    await see(page.getByText('2 selected')).toBeVisible();
    await page.keyboard.press('l');
    await page.getByRole('dialog', { name: 'Labels' }).getByRole('checkbox', { name: 'Work' }).click();
    await see.poll(() => labels(page)).toMatchObject({ One: ['To read'], Two: [] });
    await see(page.getByText('2 selected')).toHaveCount(0);
  });

  test('`label:` in the search box offers labels', async () => {
    const page = await openNotes();
    const options = page.getByRole('option');
    await search(page).focus();
    await page.keyboard.type('label:');
    await see(options).toHaveText(['Old', 'To read', 'Work']);
    await page.keyboard.press('Escape');
    await see(options).toHaveCount(0);
    await see(search(page)).toHaveValue('label:');
    await page.keyboard.type('to');
    await see(page.getByRole('option', { selected: true })).toHaveText('To read');
    await page.keyboard.press('Enter');
    await see(search(page)).toHaveValue('');
    await see(filters(page)).toHaveText(['To read']);
    await see(page.getByRole('article')).toHaveCount(1);
    await see(search(page)).toBeFocused();
    await page.keyboard.type('do label:');
    await options.filter({ hasText: 'Work' }).click();
    await see(search(page)).toHaveValue('do');
    await see(filters(page)).toHaveText(['To read', 'Work']);
    await see(card(page, 'One')).toBeVisible();
  });
});

describe('`#` in the text of a note', () => {
  const text = (page: Page) => page.getByRole('dialog').getByLabel(TEXTS.text);
  const options = (page: Page) => page.getByRole('option');

  test('# in the text of a note offers labels, and choosing one removes its name from the text', async () => {
    const page = await openNotes();
    await card(page, 'Two').click();
    await see(text(page)).toBeFocused();
    await text(page).fill('milk  bread');
    await page.keyboard.press(TO_START_OF_LINE);
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.type('#to');
    await see(options(page)).toHaveText(['To read', 'Create label “to”']);
    await page.keyboard.press('Enter');
    await see(options(page)).toHaveCount(0);
    await see(text(page)).toHaveValue('milk bread');
    await see(text(page)).toBeFocused();
    await see(page.getByRole('dialog')).toContainText('To read');
    await see.poll(() => labels(page)).toMatchObject({ Two: ['Work', 'To read'] });
  });

  test('# in the text of a note makes a label only if that is chosen, and Esc closes only the list of options', async () => {
    const page = await openNotes();
    await card(page, 'Three').click();
    await see(text(page)).toBeFocused();
    await text(page).fill('see ');
    await page.keyboard.type('#4');
    await see(options(page)).toHaveText(['Create label “4”']);
    await page.keyboard.press('Escape');
    await see(options(page)).toHaveCount(0);
    await page.keyboard.type('2');
    await see(options(page)).toHaveText(['Create label “42”']);
    await page.keyboard.press('Enter');
    await see(text(page)).toHaveValue('see #42\n');
    await see(options(page)).toHaveCount(0);
    await page.keyboard.type('#New');
    await see(options(page)).toHaveText(['Create label “New”']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await see(text(page)).toHaveValue('see #42\n');
    await see.poll(() => labels(page)).toMatchObject({ Three: ['New'] });
  });
});

test('Enter after # and a number keeps them in the text, although a label begins with that number', async () => {
  const { page } = await stage.open({ notes: [{ id: 'a', title: 'Shop', text: 'x', labels: ['4 rooms'] }] });
  await page.getByRole('article').first().click();
  const text = page.getByRole('dialog').getByLabel(TEXTS.text);
  await see(text).toBeFocused();
  await text.fill('');
  await page.keyboard.type('see #4');
  await page.keyboard.press('Enter');
  await page.keyboard.type('next');
  await see(text).toHaveValue('see #4\nnext');
});
