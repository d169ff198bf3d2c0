/** A press of the pointer while something opens or disappears under it. */
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { requestArguments, card, type OpenOptions, openStage, see } from './open-page.ts';

const stage = openStage();

const NOTES = Array.from({ length: 12 }, (_, index) => ({ title: `Note ${index}`, text: 'some words' }));

async function openNotes(options: OpenOptions = {}): Promise<Page> {
  const { page } = await stage.open({ notes: NOTES }, options);
  await see(page.getByRole('article')).toHaveCount(NOTES.length);
  return page;
}

/** A point in the upper padding of a card, where the card itself gets the click. */
async function placeOf(page: Page, words: string): Promise<{ x: number; y: number }> {
  const box = await card(page, words).boundingBox();
  if (box === null) throw new Error(`There is no card “${words}”`);
  return { x: box.x + box.width / 2, y: box.y + 4 };
}

test.each(['Note 0', 'Note 2', 'Note 7', 'Note 11'])(
  'a double click on %s opens it like a click, with the caret at its end',
  async (title) => {
    const page = await openNotes();
    const { x, y } = await placeOf(page, title);
    await page.mouse.click(x, y);
    await see(page.getByRole('dialog')).toBeVisible();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await see(page.getByRole('dialog').locator('textarea').last()).toBeFocused();
    await page.keyboard.type(' and more');
    await see(page.getByRole('dialog').getByRole('textbox', { name: TEXTS.title })).toHaveValue(title);
    await see(page.getByRole('dialog').locator('textarea').last()).toHaveValue('some words and more');
    await page.mouse.click(5, 400);
    await see(page.getByRole('dialog')).toHaveCount(0);
  },
);

const LIST = { id: 'list', title: 'A list', text: '- [ ] milk\nhttps://example.com' };

const ON_CARD = [
  ['a card', (page: Page) => card(page, 'A list').getByRole('heading')],
  ['a box of a list', (page: Page) => card(page, 'A list').getByRole('checkbox', { name: 'milk' })],
  ['a link', (page: Page) => card(page, 'A list').getByRole('link')],
  ['an action of a card', (page: Page) => card(page, 'A list').getByRole('button', { name: 'Archive' })],
] as const;

/** Requests that a press on a card could cause. */
const REQUESTS = ['notes:change', 'notes:edit', 'app:open-external'] as const;

async function expectNoRequests(page: Page): Promise<void> {
  for (const channel of REQUESTS) expect(await requestArguments(page, channel)).toEqual([]);
}

test.each(ON_CARD)(
  'a press on %s only leaves the creation box, however long it lasts',
  async (_what, find) => {
    const { page } = await stage.open({ notes: [LIST, ...NOTES] });
    await see(page.getByRole('article')).toHaveCount(NOTES.length + 1);
    await page.getByPlaceholder(TEXTS.takeANote).fill('just typed');
    await find(page).hover();
    await page.mouse.down();
    // Longer than the creation box takes to save.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await page.mouse.up();
    await see(card(page, 'just typed')).toBeVisible();
    await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(0);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await page.getByPlaceholder(TEXTS.takeANote).click();
    await find(page).click();
    await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(0);
    await expectNoRequests(page);
    // Any effects of the presses would precede this.
    await card(page, 'Note 8').click();
    await see(page.getByRole('dialog').locator('textarea').first()).toHaveValue('Note 8');
    await expectNoRequests(page);
  },
);

test('after a press on a card has left the creation box, the next press opens that card', async () => {
  const page = await openNotes();
  await page.getByPlaceholder(TEXTS.takeANote).click();
  await card(page, 'Note 8').click();
  await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(0);
  await see(page.getByRole('dialog')).toHaveCount(0);
  await card(page, 'Note 8').click();
  await see(page.getByRole('dialog').locator('textarea').first()).toHaveValue('Note 8');
});

test('a press on an empty place saves the new note and drops the focus of the creation box', async () => {
  const page = await openNotes({ clock: true });
  await page.getByPlaceholder(TEXTS.takeANote).fill('just typed');
  await page.getByRole('button', { name: 'Pin' }).first().click();
  await page.getByRole('main').click({ position: { x: 3, y: 300 } });
  await see(card(page, 'just typed')).toBeVisible();
  // The focus guard moves a lost focus sooner than this.
  await page.clock.runFor(400);
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('TEXTAREA');
});

test.each(ON_CARD)('a press on %s only closes the pop-up of another card', async (_what, find) => {
  const { page } = await stage.open({ notes: [LIST, ...NOTES] });
  await card(page, 'Note 3').hover();
  await card(page, 'Note 3').getByRole('button', { name: 'Labels' }).click();
  const popUp = page.getByRole('dialog', { name: 'Labels' });
  await see(popUp).toBeVisible();
  await find(page).click();
  await see(popUp).toHaveCount(0);
  await see(page.getByRole('dialog')).toHaveCount(0);
  await expectNoRequests(page);
  await card(page, 'Note 11').click();
  await see(page.getByRole('dialog').locator('textarea').first()).toHaveValue('Note 11');
});

test('a press beside a pop-up over an open note leaves the focus, and the keys, in the note', async () => {
  const page = await openNotes();
  await card(page, 'Note 3').click();
  const labels = page.getByRole('dialog').getByRole('button', { name: 'Labels' });
  await labels.click();
  await see(page.getByPlaceholder('Find or create a label')).toBeFocused();
  await page.mouse.click(5, 400);
  await see(labels).toBeFocused();
  await page.keyboard.press('3');
  await page.keyboard.press('Escape');
  await see(page.getByRole('dialog')).toHaveCount(0);
  await see(page.getByRole('heading', { level: 1 })).toHaveText('Notes');
});

test('a press on the text of the profile pop-up leaves the focus in it', async () => {
  const page = await openNotes();
  await page.getByRole('button', { name: 'Profile' }).click();
  const profile = page.getByRole('dialog', { name: 'Profile' });
  await see(profile.getByRole('button', { name: 'Settings' })).toBeFocused();
  await profile.getByText('Ada Marlowe').click();
  await see(profile.getByRole('button', { name: 'Settings' })).toBeFocused();
});

test('a double click on a card’s button selects no words of the card that takes its place', async () => {
  const page = await openNotes();
  await card(page, 'Note 11').hover();
  await card(page, 'Note 11').getByRole('button', { name: 'Archive' }).dblclick();
  await see(card(page, 'Note 11')).toHaveCount(0);
  expect(await page.evaluate(() => String(document.getSelection()))).toBe('');
});
