/** The left edge of everything on the screen, and the screen's name beside the logo. */
import type { Locator, Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { SPEC, TEXTS } from '#shared/base/spec.ts';
import type { FakeSetup } from '../fake-setup.ts';
import { openStage, type OpenOptions, see } from './open-page.ts';

const stage = openStage();

const NOTES = [
  { title: 'Zero', isPinned: true },
  ...['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'].map((title) => ({ title })),
];
/** The width of the narrowest board with a column for the search box and the creation box. */
const SMALLEST = 724;
const COLUMN = 640;

interface Span {
  readonly left: number;
  readonly right: number;
  readonly middle: number;
}

async function spanOf(element: Locator): Promise<Span> {
  const { left, right } = await element.evaluate((node) => node.getBoundingClientRect().toJSON() as DOMRect);
  return { left, right, middle: (left + right) / 2 };
}

/** Of the words of an element, which may have a padding. */
const spanOfWords = (element: Locator): Promise<Span> =>
  element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right } = range.getBoundingClientRect();
    return { left, right, middle: (left + right) / 2 };
  });

const searchBox = (page: Page) => page.locator('header .fui-Input');
const creationBox = (page: Page) => page.locator('[data-creation-box]');
const board = (page: Page) => page.getByRole('feed');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const caption = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

async function openNotes(setup: FakeSetup, options: OpenOptions): Promise<Page> {
  const { page } = await stage.open({ notes: NOTES, ...setup }, options);
  await see(page.getByRole('article').first()).toBeVisible();
  return page;
}

async function search(page: Page, query: string): Promise<void> {
  // A narrow window has a button instead of the box.
  if (!(await searchBox(page).isVisible())) await page.getByRole('button', { name: 'Search' }).click();
  await page.getByPlaceholder(TEXTS.search).fill(query);
}

const WINDOWS = [601, 640, 700, 880, 1040, 1180, 1280, 1600, 2560, 3840].map((width) => ({
  width,
  // A window of 1280 × 800 at 200 %.
  height: width === 640 ? 400 : 700,
}));

describe('one left edge', () => {
  test.each(WINDOWS.flatMap((viewport) => [true, false].map((isOpen) => ({ ...viewport, isOpen }))))(
    'at $width × $height px (open drawer: $isOpen) the creation box and the headings begin at the board’s edge, and so does the search box beside the open drawer',
    async ({ isOpen, ...viewport }) => {
      const page = await openNotes({ settings: { drawerPinned: isOpen } }, { viewport });
      const cards = await spanOf(board(page));
      const creation = await spanOf(creationBox(page));
      expect(creation.left).toBe(cards.left);
      for (const name of ['Pinned', 'Others'])
        expect((await spanOfWords(caption(page, name))).left).toBe(cards.left);
      const hasColumn = cards.right - cards.left >= SMALLEST;
      expect(creation.right).toBe(hasColumn ? cards.left + COLUMN : cards.right);
      const box = await spanOf(searchBox(page));
      // Beside the collapsed drawer, the screen’s name is where the board begins.
      const moved = isOpen ? 0 : SPEC.drawerOpenWidth - SPEC.drawerCollapsedWidth;
      expect(box.left).toBe(cards.left + moved);
      if (isOpen && hasColumn) expect(box.right).toBe(creation.right);
      expect(box.right - box.left).toBeGreaterThan(150);
      expect((await spanOf(heading(page))).right).toBeLessThanOrEqual(box.left - 8);
      const profile = await spanOf(page.getByRole('button', { name: 'Profile' }));
      expect(box.right).toBeLessThanOrEqual(profile.left);
    },
  );

  test.each([320, 400, 600])(
    'at %i px the creation box, the board and the opened search box share both edges',
    async (width) => {
      const page = await openNotes({}, { viewport: { width, height: 700 } });
      const cards = await spanOf(board(page));
      expect(await spanOf(creationBox(page))).toEqual(cards);
      for (const name of ['Pinned', 'Others'])
        expect((await spanOfWords(caption(page, name))).left).toBe(cards.left);
      await page.getByRole('button', { name: 'Search' }).click();
      await see(page.getByPlaceholder(TEXTS.search)).toBeFocused();
      expect(await spanOf(searchBox(page))).toEqual(cards);
      const close = await spanOf(page.getByRole('button', { name: 'Close search' }));
      expect(close.left).toBeGreaterThan(cards.left);
      expect(close.right).toBeLessThanOrEqual((await spanOf(page.getByPlaceholder(TEXTS.search))).left);
    },
  );

  const SIZES = [400, 640, 1180, 2560].map((width) => ({ width, height: width === 640 ? 400 : 900 }));

  test.each(SIZES)(
    'at $width × $height px the number of hits, near matches and links to other lists begin at the board’s edge',
    async (viewport) => {
      const notes = [
        { title: 'Cafe' },
        { title: 'Café', text: 'at the corner' },
        { title: 'Old cafe', list: 'archived' as const },
        { title: 'Label', labels: ['Cafe'] },
      ];
      const page = await openNotes({ notes }, { viewport });
      const { left } = await spanOf(creationBox(page));
      await search(page, 'cafe');
      const near = page.getByRole('region', { name: 'Near matches' });
      await see(near.locator('[data-near-note]')).toHaveCount(1);
      await see(page.getByRole('link', { name: '1 in Archive' })).toBeAttached();
      const begins = [
        board(page),
        near.getByRole('button', { name: /^Label / }),
        near.locator('[data-near-note]'),
        searchBox(page),
      ];
      for (const element of begins) expect((await spanOf(element)).left).toBe(left);
      const words = [
        page.getByText('note found'),
        near.getByRole('heading', { name: '1 note with other accents' }),
        page.getByRole('link', { name: '1 in Archive' }),
      ];
      for (const element of words) expect((await spanOfWords(element)).left).toBe(left);
    },
  );

  test.each(SIZES)(
    'at $width × $height px an empty list says so on the creation box’s middle, with the move-in card below it',
    async (viewport) => {
      const { page } = await stage.open({ notes: [] }, { viewport });
      const creation = await spanOf(creationBox(page));
      const words = page.getByText(TEXTS.noNotes);
      await see(words).toBeVisible();
      expect((await spanOfWords(words)).middle).toBeCloseTo(creation.middle, 0);
      expect((await spanOf(words.locator('xpath=preceding-sibling::*[1]'))).middle).toBeCloseTo(
        creation.middle,
        0,
      );
      expect(await spanOf(page.getByRole('region', { name: 'Move in from Google Keep' }))).toEqual(creation);
      await page.keyboard.press('2');
      await see(page.getByText(TEXTS.noArchived)).toBeVisible();
      expect((await spanOfWords(page.getByText(TEXTS.noArchived))).middle).toBeCloseTo(creation.middle, 0);
    },
  );

  test('links to other lists are below the middle of the message that there is no hit', async () => {
    const notes = [{ title: 'One' }, { title: 'Old', list: 'archived' as const }];
    const page = await openNotes({ notes }, { viewport: { width: 2560, height: 900 } });
    await search(page, 'old');
    const link = page.getByRole('link', { name: '1 in Archive' });
    await see(link).toBeVisible();
    expect((await spanOf(link)).middle).toBeCloseTo(
      (await spanOfWords(page.getByText(TEXTS.noMatch))).middle,
      0,
    );
  });

  test('with forced colours, the edge does not depend on the system’s scroll bar width', async () => {
    const page = await openNotes({}, { viewport: { width: 1180, height: 300 }, forcedColors: 'active' });
    const { left } = await spanOf(board(page));
    expect((await spanOf(searchBox(page))).left).toBe(left);
    expect((await spanOf(creationBox(page))).left).toBe(left);
  });

  test('while the drawer opens, the creation box glides with the board by a transform only, and the top bar stays', async () => {
    const page = await openNotes(
      { settings: { drawerPinned: false } },
      { viewport: { width: 1180, height: 700 }, reducedMotion: 'no-preference' },
    );
    const box = await spanOf(searchBox(page));
    const before = await spanOf(creationBox(page));
    // Pauses the animations as they begin, which must not end before they are looked at.
    const animated = await page.evaluate(async () => {
      document.querySelector<HTMLElement>('button[aria-label="Main menu"]')?.click();
      // React renders after the click, within the same task.
      await Promise.resolve();
      const gliding = document.getAnimations().filter((one) => one.constructor.name === 'Animation');
      Object.assign(window, { gliding });
      return gliding.map((animation) => {
        animation.pause();
        animation.currentTime = 0;
        const [frame] = (animation.effect as KeyframeEffect).getKeyframes();
        return Object.keys(frame ?? {}).filter(
          (key) => !['offset', 'easing', 'composite', 'computedOffset'].includes(key),
        );
      });
    });
    expect(animated).toEqual([['transform']]);
    expect((await spanOf(creationBox(page))).left).toBeCloseTo(before.left, 0);
    await page.evaluate(() => {
      for (const animation of Reflect.get(window, 'gliding') as Animation[]) animation.currentTime = 100;
    });
    const creation = await spanOf(creationBox(page));
    expect(creation.left).toBeGreaterThan(before.left + 5);
    expect(creation.left).toBeCloseTo((await spanOf(board(page))).left, 0);
    expect(await spanOf(searchBox(page))).toEqual(box);
  });
});

describe('the screen’s name', () => {
  const LONG = 'Family and friends, and everybody else who was ever here';
  const LABELLED = [
    { title: 'Long', labels: [LONG] },
    { title: 'Arabic', labels: ['حديقة'] },
  ];
  const show = (page: Page, label: string): Promise<void> =>
    page.getByRole('navigation').getByRole('link', { name: label }).click();

  test.each([601, 940, 1180, 2560])(
    'at %i px the name begins where the logo ends, and on the page of a label it is the label’s',
    async (width) => {
      const page = await openNotes({ notes: LABELLED }, { viewport: { width, height: 700 } });
      await see(heading(page)).toHaveText('Notes');
      await see(heading(page)).toBeVisible();
      const logo = await spanOf(page.getByRole('link', { name: 'Inkling' }));
      expect((await spanOf(heading(page))).left - logo.right).toBeLessThanOrEqual(12);
      await show(page, LONG);
      await see(heading(page)).toHaveText(LONG);
      await see(heading(page)).toHaveAttribute('title', LONG);
      expect((await spanOf(heading(page))).right).toBeLessThanOrEqual((await spanOf(searchBox(page))).left);
      // Truncated, because the search box begins where the board does.
      const isCut = (): Promise<boolean> =>
        heading(page).evaluate((element) => element.scrollWidth > element.clientWidth);
      expect(await isCut()).toBe(true);
      await see(heading(page)).toHaveCSS('text-overflow', 'ellipsis');
      await show(page, 'Archive');
      await see(heading(page)).toHaveText('Archive');
      expect(await isCut()).toBe(false);
    },
  );

  test('a right-to-left label name is beside the logo as well', async () => {
    const page = await openNotes({ notes: LABELLED }, {});
    await show(page, 'حديقة');
    await see(heading(page)).toHaveText('حديقة');
    await see(heading(page)).toHaveCSS('direction', 'rtl');
    const logo = await spanOf(page.getByRole('link', { name: 'Inkling' }));
    expect((await spanOf(heading(page))).left - logo.right).toBeLessThanOrEqual(12);
  });

  test.each([400, 320])('at %i px the top bar has room for the whole name and the icons', async (width) => {
    const page = await openNotes({}, { viewport: { width, height: 640 } });
    await page.keyboard.press('2');
    await see(heading(page)).toHaveText('Archive');
    expect(await heading(page).evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    const icons = page.getByRole('banner').locator('button, [title]');
    for (const icon of await icons.all()) expect((await spanOf(icon)).right).toBeLessThanOrEqual(width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

  test('the name is the page’s only heading of its level, even during a selection or a narrow window’s search', async () => {
    const page = await openNotes({}, { viewport: { width: 400, height: 640 } });
    await see(heading(page)).toHaveText(['Notes']);
    await page.getByRole('button', { name: 'Search' }).click();
    await see(page.getByPlaceholder(TEXTS.search)).toBeFocused();
    await see(heading(page)).toHaveText(['Notes']);
    await page.getByRole('button', { name: 'Close search' }).click();
    await page
      .getByRole('article')
      .first()
      .click({ modifiers: ['ControlOrMeta'] });
    await see(page.getByText('1 selected')).toBeVisible();
    await see(heading(page)).toHaveText(['Notes']);
  });
});
