/** Near matches below a list with few or no hits: their groups, and how their notes open. */
import type { Page } from '@playwright/test';
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
const rows = (page: Page) => near(page).getByRole('listitem');

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
    await see(near(page).getByRole('heading')).toHaveText([
      '1 note with other accents',
      '1 note with all these words',
    ]);
    await see(rows(page)).toHaveText(['Desserta Crème brûlée for four', 'brulee withcreme fraiche']);
    await see(near(page).locator('mark')).toHaveText(['Crème brûlée', 'brulee', 'creme']);
    // They are not hits, so they are not cards.
    await see(page.getByRole('article')).toHaveCount(0);
    await see(near(page).getByRole('status')).toHaveText(
      '1 note with other accents, 1 note with all these words',
    );
  });

  test('near matches follow a few hits, but not more', async () => {
    const few = [...NOTES, ...['a', 'b'].map((id) => ({ id, text: 'lodz' }))];
    const page = await search('lodz', { notes: few });
    await see(page.getByRole('article')).toHaveCount(2);
    await see(rows(page)).toHaveText(['Łódźby train']);
    await page.evaluate(() => window.fake.arrive({ text: 'lodz again' }));
    await see(page.getByRole('article')).toHaveCount(3);
    await see(near(page)).toHaveCount(0);
  });

  test('near matches come from the shown list', async () => {
    const page = await search('creme', { notes: NOTES }, { hash: '#/archive' });
    await see(rows(page)).toHaveText(['Oldcrème brûlée']);
  });

  test('only the first of many near matches are listed, and up to a hundred are counted', async () => {
    const notes = [...NOTES, ...Array.from({ length: 120 }, () => ({ text: 'Bücher' }))];
    const page = await search('bucher', { notes });
    await see(near(page).getByRole('heading')).toHaveText('100+ notes with other accents');
    await see(rows(page)).toHaveCount(12);
    await see(near(page).getByText('The first 12 are listed.')).toBeVisible();
  });

  test('near matches are requested in slices, until another key is pressed', async () => {
    const notes = [...NOTES, ...Array.from({ length: 35 }, () => ({ text: 'Bücher' }))];
    const page = await search('bucher', { notes });
    await see(near(page).getByRole('heading')).toHaveText('35 notes with other accents');
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

describe('the keys among near matches', () => {
  test.each(['ArrowDown', 'Enter'])(
    'without a hit, %s in the search box goes to the first near match, arrows go to the others, and Esc back',
    async (key) => {
      const page = await search('creme brulee');
      await box(page).press(key);
      await see(rows(page).first().getByRole('button')).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await see(rows(page).last().getByRole('button')).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await see(rows(page).first().getByRole('button')).toBeFocused();
      await page.keyboard.press('Escape');
      await see(box(page)).toBeFocused();
    },
  );

  test('Enter on a near match opens its note with marked words, and Esc goes back to it', async () => {
    const page = await search('creme brulee');
    await box(page).press('Enter');
    await see(rows(page).first().getByRole('button')).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await see(dialog.getByLabel(TEXTS.text)).toHaveValue('a Crème brûlée for four');
    await page.keyboard.press('Escape');
    await see(dialog).toHaveCount(0);
    await see(rows(page).first().getByRole('button')).toBeFocused();
  });
});
