/** Lists of two thousand labels, which render only the rows on the screen. */
import type { Locator, Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { MOST_LABELS } from '#shared/note/labels.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { COMMAND } from '#tests/support/keys.ts';
import { card, openStage, see } from './open-page.ts';

const stage = openStage();

const COUNT = 2_000;
const NAMES = Array.from({ length: COUNT }, (_, at) => `Label ${1_000 + at}`);
const [FIRST, LAST] = ['Label 1000', 'Label 2999'];
/** Notes that together have all of the labels, and one with only the last label. */
const NOTES = [
  ...Array.from({ length: COUNT / MOST_LABELS }, (_, at) => ({
    id: `n${at}`,
    title: `Part ${at}`,
    labels: NAMES.slice(at * MOST_LABELS, (at + 1) * MOST_LABELS),
  })),
  { id: 'Alone', title: 'Alone', labels: [LAST] },
];
/** The window has room for two dozen. */
const MOST_ROWS = 60;

const drawer = (page: Page) => page.getByRole('navigation', { name: 'Lists' });
const link = (page: Page, name: string) => drawer(page).getByRole('link', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit labels' });
const fieldOf = (page: Page, name: string) => dialog(page).getByLabel(`Name of ${name}`, { exact: true });
const binOf = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name: `Remove ${name}`, exact: true });
const picker = (page: Page) => page.getByRole('dialog', { name: 'Labels', exact: true });
const boxOf = (page: Page, name: string) => picker(page).getByRole('checkbox', { name, exact: true });

const row = (page: Page, name: string) =>
  drawer(page)
    .getByRole('list', { name: 'Labels' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

/** Scrolls the list in the element, by its parent. */
function scrollTo(within: Locator, top: number): Promise<void> {
  return within
    .getByRole('list')
    .evaluate((list, pixels) => list.parentElement?.scrollTo({ top: pixels }), top);
}

async function openNotes(): Promise<Page> {
  const { page } = await stage.open({ notes: NOTES });
  await see(page.getByRole('article').first()).toBeVisible();
  return page;
}

async function openDialog(): Promise<Page> {
  const page = await openNotes();
  await drawer(page).getByRole('button', { name: 'Edit labels' }).click();
  await see(fieldOf(page, FIRST)).toBeVisible();
  return page;
}

describe('two thousand labels in the drawer', () => {
  const rows = (page: Page) => drawer(page).getByRole('list', { name: 'Labels' });

  test('the page has only the rows on the screen, and screen readers get the position of each among all', async () => {
    const page = await openNotes();
    await see(link(page, FIRST)).toBeVisible();
    expect(await rows(page).getByRole('listitem').count()).toBeLessThan(MOST_ROWS);
    await page
      .getByRole('list', { name: 'Labels' })
      .evaluate((list) => list.parentElement?.scrollTo({ top: 36_000 }));
    await see(link(page, 'Label 2005')).toBeInViewport();
    expect(await rows(page).getByRole('listitem').count()).toBeLessThan(MOST_ROWS);
    await see(row(page, 'Label 2005')).toHaveAttribute('aria-posinset', '1006');
    await see(row(page, 'Label 2005')).toHaveAttribute('aria-setsize', String(COUNT));
  });

  test('End, Home and the arrows reach each label', async () => {
    const page = await openNotes();
    await link(page, 'Trash').focus();
    await page.keyboard.press('Tab');
    await see(link(page, FIRST)).toBeFocused();
    await page.keyboard.press('End');
    await see(link(page, LAST)).toBeFocused();
    await see(link(page, LAST)).toBeInViewport();
    await see(link(page, 'Label 2990')).toBeInViewport();
    for (let step = 0; step < 40; step += 1) await page.keyboard.press('ArrowUp');
    await see(link(page, 'Label 2959')).toBeFocused();
    await see(link(page, 'Label 2959')).toBeInViewport();
    await page.keyboard.press('Home');
    await see(link(page, FIRST)).toBeFocused();
    await see(link(page, 'Label 1005')).toBeInViewport();
  });

  test('PageDown and PageUp move by a screenful of labels, and stay at the ends', async () => {
    const page = await openNotes();
    await link(page, FIRST).focus();
    const pressed: string[] = [];
    for (const key of ['PageDown', 'PageDown', 'PageUp', 'PageUp', 'PageUp', 'End', 'PageDown', 'PageUp']) {
      await page.keyboard.press(key);
      pressed.push(await page.evaluate(() => document.activeElement?.ariaLabel ?? ''));
      await see(page.locator(':focus')).toBeInViewport();
    }
    const numbers = pressed.map((name) => Number(name.replace('Label ', '')) - 1_000);
    const screenful = numbers[0] ?? 0;
    expect(screenful).toBeGreaterThan(5);
    expect(screenful).toBeLessThan(MOST_ROWS / 2);
    const last = COUNT - 1;
    expect(numbers).toEqual([screenful, 2 * screenful, screenful, 0, 0, last, last, last - screenful]);
  });

  test('the focus stays on a label that is scrolled away, and continues from there', async () => {
    const page = await openNotes();
    await link(page, 'Label 1003').focus();
    await page
      .getByRole('list', { name: 'Labels' })
      .evaluate((list) => list.parentElement?.scrollTo({ top: 36_000 }));
    await see(link(page, 'Label 2005')).toBeInViewport();
    await see(link(page, 'Label 1003')).toBeFocused();
    await see(link(page, 'Label 1003')).not.toBeInViewport();
    await page.keyboard.press('ArrowDown');
    await see(link(page, 'Label 1004')).toBeFocused();
    await see(link(page, 'Label 1004')).toBeInViewport();
  });

  test('the drawer scrolls to the label whose notes are shown, which is its only selected row', async () => {
    const page = await openNotes();
    const current = drawer(page).locator('[aria-current]');
    await see(current).toHaveAttribute('aria-label', 'Notes');
    await page.getByPlaceholder(TEXTS.search).fill('label:Label 2500');
    await page.keyboard.press('Enter');
    await see(link(page, 'Label 2500')).toBeInViewport();
    await see(current).toHaveCount(1);
    await see(current).toHaveAttribute('aria-label', 'Label 2500');
    const background = (name: string) =>
      link(page, name).evaluate((entry) => getComputedStyle(entry).backgroundColor);
    expect(await background('Notes')).toBe(await background('Archive'));
    expect(await background('Label 2500')).not.toBe(await background('Label 2501'));
    // With a second label, or in another list, the notes are no longer just the label's.
    await page.getByPlaceholder(TEXTS.search).fill('label:Label 2501');
    await page.keyboard.press('Enter');
    await see(current).toHaveAttribute('aria-label', 'Notes');
    await page.keyboard.press('Backspace');
    await see(current).toHaveAttribute('aria-label', 'Label 2500');
    await link(page, 'Archive').click();
    await see(current).toHaveCount(1);
    await see(current).toHaveAttribute('aria-label', 'Archive');
  });
});

describe('two thousand labels in the dialog of labels', () => {
  test('the page has only the rows on the screen, and keys reach the last one', async () => {
    const page = await openDialog();
    expect(await dialog(page).getByRole('listitem').count()).toBeLessThan(MOST_ROWS);
    await fieldOf(page, FIRST).focus();
    await page.keyboard.press('ArrowDown');
    await see(fieldOf(page, 'Label 1001')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await see(binOf(page, LAST)).toBeFocused();
    await see(binOf(page, LAST)).toBeInViewport();
    await page.keyboard.press('ArrowUp');
    await see(binOf(page, 'Label 2998')).toBeFocused();
    await page.keyboard.press('Tab');
    await see(fieldOf(page, LAST)).toBeFocused();
    expect(await dialog(page).getByRole('listitem').count()).toBeLessThan(MOST_ROWS);
  });

  test('Tab goes from row to row through more than a screenful, and around the ends of the dialog', async () => {
    const page = await openDialog();
    await fieldOf(page, FIRST).focus();
    for (let step = 0; step < 60; step += 1) await page.keyboard.press('Tab');
    await see(fieldOf(page, 'Label 1030')).toBeFocused();
    await see(fieldOf(page, 'Label 1030')).toBeInViewport();
    await dialog(page).getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Shift+Tab');
    await see(binOf(page, LAST)).toBeFocused();
    await see(binOf(page, LAST)).toBeInViewport();
  });

  test('a half-typed name stays when its row is scrolled away', async () => {
    const page = await openDialog();
    await fieldOf(page, 'Label 1003').fill('half a na');
    await scrollTo(dialog(page), 38_000);
    await see(fieldOf(page, 'Label 2005')).toBeInViewport();
    await see(fieldOf(page, 'Label 1003')).not.toBeInViewport();
    await page.keyboard.type('me');
    await see(fieldOf(page, 'Label 1003')).toHaveValue('half a name');
    await page.keyboard.press('Enter');
    await see(fieldOf(page, 'half a name')).toBeFocused();
  });

  test('a typed name is not lost when PageDown continues from a row that was scrolled away', async () => {
    const page = await openDialog();
    await fieldOf(page, 'Label 1003').fill('Label 1003b');
    await scrollTo(dialog(page), 38_000);
    await see(fieldOf(page, 'Label 2005')).toBeInViewport();
    await page.keyboard.press('PageDown');
    await see(page.locator(':focus')).toBeInViewport();
    const notes = () => page.evaluate(() => JSON.stringify(window.fake.notes()));
    await expect.poll(notes).toContain('"Label 1003b"');
  });

  test('a label far down is renamed, and the focus follows it to its new place', async () => {
    const page = await openDialog();
    await scrollTo(dialog(page), 38_000);
    await fieldOf(page, 'Label 2005').fill('Aardvark');
    await page.keyboard.press('Enter');
    await see(fieldOf(page, 'Aardvark')).toBeFocused();
    await see(fieldOf(page, 'Aardvark')).toBeInViewport();
    await see(fieldOf(page, FIRST)).toBeInViewport();
    expect(await dialog(page).getByRole('listitem').count()).toBeLessThan(MOST_ROWS);
    await page.keyboard.press('Escape');
    await see(link(page, 'Aardvark')).toBeVisible();
  });

  test('the caret stays in a half-typed name while another label is being renamed', async () => {
    const page = await openDialog();
    await page.evaluate(() => window.fake.hold('notes:change'));
    await fieldOf(page, 'Label 1003').fill('Zebra');
    await page.keyboard.press('Enter');
    await fieldOf(page, 'Label 1005').fill('half a na');
    await page.evaluate(() => window.fake.release('notes:change'));
    // The last row is always in the page.
    await see(fieldOf(page, 'Zebra')).toBeAttached();
    await page.keyboard.type('me');
    await see(fieldOf(page, 'Label 1005')).toHaveValue('half a name');
    await see(fieldOf(page, 'Label 1005')).toBeFocused();
  });

  test('a name left while another label is being renamed is stored afterwards', async () => {
    const page = await openDialog();
    await page.evaluate(() => window.fake.hold('notes:change'));
    await fieldOf(page, 'Label 1003').fill('Zebra');
    await page.keyboard.press('Enter');
    await fieldOf(page, 'Label 1005').fill('Aardvark');
    await fieldOf(page, 'Label 1007').click();
    await page.evaluate(() => window.fake.release('notes:change'));
    await see(fieldOf(page, 'Aardvark')).toBeAttached();
    await see(fieldOf(page, 'Zebra')).toBeAttached();
    await see(fieldOf(page, 'Label 1007')).toBeFocused();
  });

  test('leaving the row of a label during its renaming asks no question, although some notes already have the new name', async () => {
    const page = await openDialog();
    await page.evaluate(() => window.fake.hold('notes:change'));
    await fieldOf(page, 'Label 1003').fill('Zebra');
    await page.keyboard.press('Enter');
    await fieldOf(page, 'Label 1005').focus();
    await page.evaluate(() => window.fake.arrive({ text: 'renamed already', labels: ['Zebra'] }));
    await see(fieldOf(page, 'Zebra')).toBeAttached();
    await fieldOf(page, 'Label 1003').focus();
    await fieldOf(page, 'Label 1005').focus();
    await see(fieldOf(page, 'Label 1005')).toBeFocused();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });

  test('the focus stays on the button of a label whose renaming is undone and redone', async () => {
    const page = await openDialog();
    await scrollTo(dialog(page), 38_000);
    // The button of another label had the focus before.
    await binOf(page, 'Label 2007').focus();
    await fieldOf(page, 'Label 2005').fill('Aardvark');
    await page.keyboard.press('Enter');
    await see(fieldOf(page, 'Aardvark')).toBeFocused();
    await page.keyboard.press('Tab');
    await see(binOf(page, 'Aardvark')).toBeFocused();
    await page.keyboard.press(`${COMMAND}+z`);
    await see(binOf(page, 'Label 2005')).toBeFocused();
    await see(binOf(page, 'Label 2005')).toBeInViewport();
    await page.keyboard.press(`${COMMAND}+Shift+z`);
    await see(binOf(page, 'Aardvark')).toBeFocused();
  });

  test('removing a label far down focuses the label below, and Undo brings it back', async () => {
    const page = await openDialog();
    await scrollTo(dialog(page), 38_000);
    await binOf(page, 'Label 2005').click();
    await see(binOf(page, 'Label 2005')).toHaveCount(0);
    await see(binOf(page, 'Label 2006')).toBeFocused();
    await see(binOf(page, 'Label 2006')).toBeInViewport();
    await page.keyboard.press('z');
    await see(binOf(page, 'Label 2005')).toBeInViewport();
    await see(binOf(page, 'Label 2006')).toBeFocused();
  });
});

describe('two thousand labels for a note', () => {
  test('the pop-up has only the rows on the screen, and keys go through all of them', async () => {
    const page = await openNotes();
    await card(page, 'Alone').focus();
    await page.keyboard.press('l');
    const field = picker(page).getByRole('textbox');
    await see(field).toBeFocused();
    expect(await picker(page).getByRole('listitem').count()).toBeLessThan(MOST_ROWS);
    await page.keyboard.press('ArrowDown');
    await see(boxOf(page, FIRST)).toBeFocused();
    await page.keyboard.press('End');
    await see(boxOf(page, LAST)).toBeFocused();
    await see(boxOf(page, LAST)).toBeChecked();
    await page.keyboard.press('ArrowUp');
    await see(boxOf(page, 'Label 2998')).toBeInViewport();
    await page.keyboard.press('Enter');
    await see(boxOf(page, 'Label 2998')).toBeChecked();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    await see(field).toBeFocused();
    // Far down, a search leaves fewer rows than were scrolled past.
    await picker(page)
      .getByRole('list')
      .evaluate((list) => list.parentElement?.scrollTo({ top: 64_000 }));
    await field.fill('Label 15');
    await see(boxOf(page, 'Label 1599')).toBeInViewport();
    await see(boxOf(page, 'Label 1598')).toBeInViewport();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowDown');
    await see(picker(page).getByRole('button', { name: 'Create label “Label 15”' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await see(boxOf(page, 'Label 1599')).toBeFocused();
  });
});

describe('the numbers of labels', () => {
  test('a label shows the number of its active notes, which follows every change', async () => {
    const { page } = await stage.open({
      notes: [
        { id: 'a', title: 'One', labels: ['Work', 'Garden'] },
        { id: 'b', title: 'Two', labels: ['work'] },
        { id: 'c', title: 'Away', labels: ['Old', 'Work'], list: 'archived' },
      ],
    });
    await see(row(page, 'Work')).toHaveText('Work2');
    await see(row(page, 'Garden')).toHaveText('Garden1');
    // Nothing instead of a zero, as for the lists.
    await see(row(page, 'Old')).toHaveText('Old');
    await see(link(page, 'Work')).toHaveAccessibleName('Work');
    await card(page, 'One').focus();
    await page.keyboard.press('e');
    await see(row(page, 'Work')).toHaveText('Work1');
    await see(row(page, 'Garden')).toHaveText('Garden');
    await page.keyboard.press('z');
    await see(row(page, 'Work')).toHaveText('Work2');
    await card(page, 'Two').focus();
    await page.keyboard.press('#');
    await see(row(page, 'Work')).toHaveText('Work1');
    await page.evaluate(() => window.fake.arrive({ title: 'Third', labels: ['Work'] }));
    await see(row(page, 'Work')).toHaveText('Work2');
    await card(page, 'Third').focus();
    await page.keyboard.press('l');
    await boxOf(page, 'Garden').click();
    await see(row(page, 'Garden')).toHaveText('Garden2');
  });

  test('a long name is truncated before its number', async () => {
    const long = 'a name that is too long for the drawer by far';
    const { page } = await stage.open({ notes: [{ title: 'One', labels: [long] }] });
    const name = await link(page, long).locator('bdi').boundingBox();
    const number = await row(page, long).getByText('1', { exact: true }).boundingBox();
    expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThan(number?.x ?? 0);
  });
});

test('a right-to-left label is beside its icon', async () => {
  const label = 'عمل';
  const { page } = await stage.open({ notes: [{ title: 'One', labels: [label] }] });
  /** CSS pixels between the icon and the words beside it. */
  const distance = (within: Locator) =>
    within.evaluate((element) => {
      const words = document.createRange();
      words.selectNodeContents(element.querySelector('bdi') ?? element);
      const icon = element.querySelector('svg')?.getBoundingClientRect();
      return words.getBoundingClientRect().left - (icon?.right ?? 0);
    });
  await see.poll(() => distance(link(page, label))).toBe(18);
  await page.keyboard.press(`${COMMAND}+k`);
  await page.getByRole('combobox').fill(label);
  await see.poll(() => distance(page.getByRole('option', { name: label }))).toBe(12);
  await page.keyboard.press('Escape');
  await drawer(page).getByRole('button', { name: 'Edit labels' }).click();
  await see(fieldOf(page, label)).toHaveCSS('direction', 'rtl');
  await see(fieldOf(page, label)).toHaveCSS('text-align', 'left');
});
