/** Near matches below a list with few or no hits: a label, groups of cards, and how their notes open. */
import type { Locator, Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import type { FakeSetup } from '../fake-setup.ts';
import { openStage, type OpenOptions, requestArguments, see } from './open-page.ts';

const stage = openStage();

const NOTES = [
  { id: 'brulee', title: 'Dessert', text: 'a Crème brûlée for four' },
  { id: 'reversed', title: 'brulee with', text: 'creme fraiche' },
  { id: 'trip', title: 'Łódź', text: 'by train' },
  { id: 'old', title: 'Old', text: 'crème brûlée', list: 'archived' as const },
];

const box = (page: Page) => page.getByPlaceholder(TEXTS.search);
const near = (page: Page) => page.getByRole('region', { name: 'Near matches' });
const cards = (page: Page) => near(page).locator('[data-near-note]');
const captions = (page: Page) => near(page).getByRole('heading', { name: / notes? with / });

async function search(
  query: string,
  setup: FakeSetup = { notes: NOTES },
  options?: OpenOptions,
): Promise<Page> {
  const { page } = await stage.open(setup, options);
  await see(page.getByRole('article').first()).toBeVisible();
  await box(page).fill(query);
  return page;
}

describe('near matches', () => {
  test('without a hit, groups below the specified sentence say how their notes match the query', async () => {
    const page = await search('creme brulee');
    await see(page.getByText(TEXTS.noMatch)).toBeVisible();
    await see(captions(page)).toHaveText(['1 note with other accents', '1 note with all these words']);
    await see(cards(page)).toContainText(['Desserta Crème brûlée for four', 'brulee withcreme fraiche']);
    await see(near(page).locator('mark')).toHaveText(['Crème brûlée', 'brulee', 'creme']);
    // They are not hits, so they are not articles of the list.
    await see(page.getByRole('article')).toHaveCount(0);
    await see(near(page).getByRole('status')).toHaveText(
      '1 note with other accents, 1 note with all these words',
    );
  });

  test('near matches follow a few hits, but not more', async () => {
    const few = [...NOTES, ...['a', 'b'].map((id) => ({ id, text: 'lodz' }))];
    const page = await search('lodz', { notes: few });
    await see(page.getByRole('article')).toHaveCount(2);
    await see(cards(page)).toContainText(['Łódźby train']);
    await page.evaluate(() => window.fake.arrive({ text: 'lodz again' }));
    await see(page.getByRole('article')).toHaveCount(3);
    await see(near(page)).toHaveCount(0);
  });

  test('near matches come from the shown list', async () => {
    const page = await search('creme', { notes: NOTES }, { hash: '#/archive' });
    await see(cards(page)).toContainText(['Oldcrème brûlée']);
  });

  test('up to a hundred near matches are shown, and only those near the screen are drawn', async () => {
    const notes = [...NOTES, ...Array.from({ length: 120 }, () => ({ text: 'Bücher' }))];
    const page = await search('bucher', { notes });
    await see(captions(page)).toHaveText('100+ notes with other accents');
    await see.poll(() => cards(page).count()).toBeGreaterThan(12);
    expect(await cards(page).count()).toBeLessThan(100);
  });

  test('notes with one slip of a letter are found, at most twenty of them, and their words are marked', async () => {
    const notes = [
      { text: 'a BOWLER hat' },
      ...Array.from({ length: 25 }, (_, at) => ({ text: `boiler ${at}` })),
    ];
    const page = await search('boler', { notes });
    await see(page.getByText(TEXTS.noMatch)).toBeVisible();
    await see(captions(page)).toHaveText('20+ notes with one letter different');
    await see(cards(page).first().locator('mark')).toHaveText('BOWLER');
    await box(page).fill('bol3r');
    await see(captions(page)).toHaveCount(0);
    await box(page).fill('bolr');
    await see(captions(page)).toHaveCount(0);
  });

  test('a card of a near match shows what a card of the list shows, and its label filters', async () => {
    const notes = [
      ...NOTES,
      { id: 'b', title: 'Bücher', text: 'one\ntwo', labels: ['shelf'], color: 'TEAL' as const },
    ];
    const page = await search('bucher', { notes });
    await see(cards(page)).toHaveCount(1);
    await cards(page).getByRole('button', { name: 'shelf' }).click();
    await see(page.getByRole('button', { name: 'Remove label shelf' })).toBeVisible();
  });

  test.each([400, 1280])(
    'at a width of %i px the cards stand in the columns of the board, in order from left to right',
    async (width) => {
      const notes = [...NOTES, ...Array.from({ length: 6 }, (_, at) => ({ text: `Bücher ${at}` }))];
      const { page } = await stage.open({ notes }, { viewport: { width, height: 800 } });
      const lefts = async (of: Locator): Promise<readonly number[]> => {
        const boxes = await Promise.all((await of.all()).map((one) => one.boundingBox()));
        return [...new Set(boxes.map((edges) => Math.round(edges?.x ?? -1)))].toSorted((a, b) => a - b);
      };
      await see(page.getByRole('article').nth(4)).toBeVisible();
      const board = await lefts(page.getByRole('article'));
      if (width === 400) await page.getByRole('button', { name: 'Search' }).click();
      await box(page).fill('bucher');
      await see(cards(page)).toHaveCount(6);
      expect(await lefts(cards(page))).toEqual(board);
      const text = await cards(page).allInnerTexts();
      expect(text.map((words) => /\d/.exec(words)?.[0])).toEqual(['0', '1', '2', '3', '4', '5']);
      await see(page.getByRole('heading', { name: 'with other accents' })).toHaveCSS('font-size', '12px');
    },
  );

  test('in a window of 640 × 400 px, a near match is seen without scrolling', async () => {
    const page = await search('bucher', { notes: [...NOTES, { text: 'Bücher' }] });
    await page.setViewportSize({ width: 640, height: 400 });
    await see(near(page).locator('mark')).toBeInViewport();
  });

  test('near matches are requested in slices, until another key is pressed', async () => {
    const notes = [...NOTES, ...Array.from({ length: 35 }, () => ({ text: 'Bücher' }))];
    const page = await search('bucher', { notes });
    await see(captions(page)).toHaveText('35 notes with other accents');
    const queries = async () =>
      (await requestArguments(page, 'notes:near')).map(([request]) =>
        Reflect.get(request as object, 'query'),
      );
    expect(await queries()).toEqual(Array.from({ length: 4 }, () => 'bucher'));
    await page.evaluate(() => window.fake.hold('notes:near'));
    await box(page).fill('buche');
    await see.poll(async () => (await queries()).at(-1)).toBe('buche');
    await box(page).fill('buchel');
    await page.evaluate(() => window.fake.release('notes:near'));
    await see.poll(async () => (await queries()).at(-1)).toBe('buchel');
    expect((await queries()).filter((query) => query === 'buche')).toHaveLength(1);
  });
});

describe('a label whose name is the whole query', () => {
  const LABELLED = [
    ...NOTES,
    ...Array.from({ length: 22 }, () => ({ text: 'rent', labels: ['Home'] })),
    { text: 'attic', labels: ['home'], list: 'archived' as const },
    { text: 'Épicerie', labels: ['Épicerie'] },
  ];
  const label = (page: Page) => near(page).getByRole('button', { name: /^Label / });

  test('is the first near match, and shows its notes', async () => {
    const page = await search(' HOME', { notes: LABELLED });
    await see(page.getByText(TEXTS.noMatch)).toBeVisible();
    await see(label(page)).toHaveText('Label Home, 22 notes');
    await see(near(page).getByRole('status')).toHaveText('Label Home, 22 notes');
    await box(page).press('Enter');
    await see(label(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await see(page.getByRole('article').first()).toContainText('rent');
    await see(box(page)).toHaveValue('');
    await see(page.getByRole('button', { name: 'Remove label Home' })).toBeVisible();
  });

  test('is found under other accents, above the notes', async () => {
    const page = await search('epicerie', { notes: LABELLED });
    await see(label(page)).toHaveText('Label Épicerie, 1 note');
    await see(cards(page)).toHaveCount(1);
    await label(page).focus();
    await page.keyboard.press('ArrowDown');
    await see(cards(page)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await see(label(page)).toBeFocused();
  });

  test('counts the notes of the shown list', async () => {
    const page = await search('home', { notes: LABELLED }, { hash: '#/archive' });
    await see(label(page)).toHaveText('Label Home, 1 note');
  });

  test('is there under many hits, too, but not for a part of its name or beside a filter', async () => {
    const notes = [...LABELLED, ...Array.from({ length: 5 }, () => ({ text: 'home again' }))];
    const page = await search('home', { notes });
    await see(label(page)).toHaveText('Label Home, 22 notes');
    await box(page).fill('hom');
    await see(label(page)).toHaveCount(0);
    await box(page).fill('label:Home');
    await page.keyboard.press('Enter');
    await box(page).fill('home');
    await see(page.getByText(TEXTS.noMatch)).toBeVisible();
    await see(label(page)).toHaveCount(0);
  });
});

describe('the keys among near matches', () => {
  test.each(['ArrowDown', 'Enter'])(
    'without a hit, %s in the search box goes to the first near match, arrows go to the others, and Esc back',
    async (key) => {
      const page = await search('creme brulee');
      await box(page).press(key);
      await see(cards(page).first()).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await see(cards(page).last()).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await see(cards(page).first()).toBeFocused();
      await page.keyboard.press('Escape');
      await see(box(page)).toBeFocused();
    },
  );

  test('arrows lead from the last hits down to the near matches, and back up', async () => {
    const notes = [...NOTES, ...['a', 'b'].map((id) => ({ id, text: `lodz ${id}`, labels: ['Łódź'] }))];
    const page = await search('lodz', { notes });
    await see(cards(page)).toHaveCount(1);
    const label = near(page).getByRole('button', { name: /^Label / });
    await box(page).press('ArrowDown');
    const hits = page.getByRole('article');
    await see(hits.first()).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await see(hits.nth(1)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await see(label).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await see(cards(page)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await see(hits.nth(1)).toBeFocused();
  });

  test('Enter on a near match opens its note with marked words, and Esc goes back to it', async () => {
    const page = await search('creme brulee');
    await box(page).press('Enter');
    await see(cards(page).first()).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await see(dialog.getByLabel(TEXTS.text)).toHaveValue('a Crème brûlée for four');
    await page.keyboard.press('Escape');
    await see(dialog).toHaveCount(0);
    await see(cards(page).first()).toBeFocused();
  });
});
