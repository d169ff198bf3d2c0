/** The places of the search box, the creation box and the board, and the screen's name beside the logo. */
import type { Locator, Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { SPEC, TEXTS } from '#shared/base/spec.ts';
import type { FakeSetup } from '../fake-setup.ts';
import { openStage, type OpenOptions, see } from './open-page.ts';

const stage = openStage();

const NOTES = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'].map((title) => ({ title }));
/** The width of the narrowest board with a column for the search box and the creation box. */
const SMALLEST = 576;

interface Span {
  readonly left: number;
  readonly right: number;
  readonly middle: number;
}

async function spanOf(element: Locator): Promise<Span> {
  const { left, right } = await element.evaluate((node) => node.getBoundingClientRect().toJSON() as DOMRect);
  return { left, right, middle: (left + right) / 2 };
}

const searchBox = (page: Page) => page.locator('header .fui-Input');
const creationBox = (page: Page) => page.locator('[data-creation-box]');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function openNotes(setup: FakeSetup, options: OpenOptions): Promise<Page> {
  const { page } = await stage.open({ notes: NOTES, ...setup }, options);
  await see(page.getByRole('article').first()).toBeVisible();
  return page;
}

async function spans(page: Page): Promise<{ search: Span; creation: Span; board: Span }> {
  const [search, creation, board] = await Promise.all([
    spanOf(searchBox(page)),
    spanOf(creationBox(page)),
    spanOf(page.getByRole('feed')),
  ]);
  return { search, creation, board };
}

describe('one axis', () => {
  test.each(
    [601, 700, 760, 880, 940, 1040, 1180, 1366, 1600, 2560, 3840].flatMap((width) =>
      [true, false].map((drawerPinned) => [width, drawerPinned ? 'open' : 'collapsed'] as const),
    ),
  )(
    'at %i px beside the drawer (%s) the search box is above the creation box, both in the middle of the board',
    async (width, drawer) => {
      const isOpen = drawer === 'open';
      const page = await openNotes(
        { settings: { drawerPinned: isOpen } },
        { viewport: { width, height: 700 } },
      );
      const { search, creation, board } = await spans(page);
      expect(creation.middle).toBeCloseTo(board.middle, 1);
      const edges = ({ left, right }: Span): number[] => [left, right].map(Math.round);
      if (board.right - board.left >= SMALLEST) expect(edges(search)).toEqual(edges(creation));
      else {
        // No room for a column: the creation box is as wide as the board.
        expect(edges(creation)).toEqual(edges(board));
        if (isOpen) expect(search.left).toBeCloseTo(board.left, 1);
        else expect(search.middle).toBeCloseTo(board.middle, 1);
      }
      expect(search.right - search.left).toBeGreaterThan(150);
      expect((await spanOf(heading(page))).right).toBeLessThanOrEqual(search.left - 8);
      const profile = await spanOf(page.getByRole('button', { name: 'Profile' }));
      expect(search.right).toBeLessThanOrEqual(profile.left);
    },
  );

  test('with forced colours, the axis does not depend on the system’s scroll bar width', async () => {
    const page = await openNotes({}, { viewport: { width: 1000, height: 300 }, forcedColors: 'active' });
    const { search, creation, board } = await spans(page);
    expect([search.left, search.right]).toEqual([creation.left, creation.right]);
    expect(creation.middle).toBeCloseTo(board.middle, 1);
  });

  test('while the drawer opens, search box and creation box glide together by transforms only', async () => {
    const page = await openNotes(
      { settings: { drawerPinned: false } },
      { viewport: { width: 1180, height: 700 }, reducedMotion: 'no-preference' },
    );
    const before = await spanOf(searchBox(page));
    /** Pauses the animations at this time, in milliseconds, and returns the animated properties. */
    const stopAt = (time: number): Promise<string[][]> =>
      page.evaluate((at) => {
        const gliding = document.getAnimations().filter((one) => one.constructor.name === 'Animation');
        for (const animation of gliding) {
          animation.pause();
          animation.currentTime = at;
        }
        return gliding.map((animation) => {
          const [frame] = (animation.effect as KeyframeEffect).getKeyframes();
          return Object.keys(frame ?? {}).filter(
            (key) => !['offset', 'easing', 'composite', 'computedOffset'].includes(key),
          );
        });
      }, time);
    await page.evaluate(() => document.querySelector<HTMLElement>('button[aria-label="Main menu"]')?.click());
    expect(await stopAt(0)).toEqual([['transform'], ['transform'], ['transform']]);
    expect((await spanOf(searchBox(page))).left).toBeCloseTo(before.left, 0);
    expect((await spanOf(creationBox(page))).left).toBeCloseTo(before.left, 0);
    await stopAt(100);
    const { search, creation } = await spans(page);
    expect(search.left).toBeGreaterThan(before.left + 5);
    expect(search.left).toBeCloseTo(creation.left, 0);
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
      // Truncated where there is no room for it.
      const isCut = await heading(page).evaluate((element) => element.scrollWidth > element.clientWidth);
      expect(isCut).toBe(width < 2560);
      await see(heading(page)).toHaveCSS('text-overflow', 'ellipsis');
      await show(page, 'Archive');
      await see(heading(page)).toHaveText('Archive');
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

test('in a narrow window the creation box and the board share both edges', async () => {
  const page = await openNotes({}, { viewport: { width: SPEC.mobileBreakpoint - 1, height: 700 } });
  const [creation, board] = [await spanOf(creationBox(page)), await spanOf(page.getByRole('feed'))];
  expect([creation.left, creation.right]).toEqual([board.left, board.right]);
});
