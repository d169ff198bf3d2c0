/** What the first frame of a list omits, and when it is rendered. */
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import type { FakeSetup } from '../fake-setup.ts';
import { type OpenOptions, openStage, see } from './open-page.ts';

const stage = openStage();

const LEFT_OUT_FOR = 250;
/** How long the first render waits for the notes, in milliseconds. */
const WAITS_FOR = 50;

const cards = (page: Page) => page.getByRole('article');
const actions = (page: Page) => cards(page).first().getByRole('button');

/** Opens a list with a stopped clock; by default, it is longer than the screen. */
async function openStill(options?: OpenOptions, setup: FakeSetup = { generated: 100 }): Promise<Page> {
  const { page } = await stage.open(setup, { clock: true, ...options });
  await page.clock.pauseAt(new Date('2026-11-21T10:00:00'));
  // Another list appears, in which nothing has happened yet.
  await page.evaluate(() => (location.hash = '#/archive'));
  await see(cards(page)).toHaveCount(0);
  await page.evaluate(() => (location.hash = '#/'));
  await see(cards(page).first()).toBeVisible();
  return page;
}

/** Opens a page with a stopped clock and unanswered notes, and returns once the page waits for them. */
async function openWithoutNotes(): Promise<Page> {
  const { page } = await stage.open({ generated: 100, held: ['notes:view'] }, { clock: true });
  await page.clock.pauseAt(new Date('2026-11-21T10:00:00'));
  await page.addInitScript(() => {
    const delays: (number | undefined)[] = [];
    const set = window.setTimeout.bind(window) as (callback: TimerHandler, ms?: number) => number;
    Object.assign(window, {
      delays,
      setTimeout: (callback: TimerHandler, ms?: number) => {
        delays.push(ms);
        return set(callback, ms);
      },
    });
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('#root > *') === null) return;
      observer.disconnect();
      document.documentElement.dataset['drawnWith'] = String(document.querySelectorAll('article').length);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await see.poll(() => page.evaluate(() => Reflect.get(window, 'delays') as unknown)).toContain(WAITS_FOR);
  return page;
}

/** The number of cards in the first render; null before it. */
const drawnWith = (page: Page) => page.locator('html').getAttribute('data-drawn-with');

test('the first render waits for the notes', async () => {
  const page = await openWithoutNotes();
  expect(await drawnWith(page)).toBe(null);
  await page.evaluate(() => window.fake.release('notes:view'));
  await see(cards(page).first()).toBeVisible();
  expect(Number(await drawnWith(page))).toBeGreaterThan(3);
});

test('the first render waits only some milliseconds for the notes', async () => {
  const page = await openWithoutNotes();
  await page.clock.runFor(WAITS_FOR - 1);
  expect(await drawnWith(page)).toBe(null);
  await page.clock.runFor(1);
  await see(page.getByPlaceholder('Search')).toBeVisible();
  expect(await drawnWith(page)).toBe('0');
  await page.evaluate(() => window.fake.release('notes:view'));
  await see(cards(page).first()).toBeVisible();
});

test('cards beyond the screen, and actions that appear on hover, follow some time later', async () => {
  const page = await openStill();
  const onScreen = await cards(page).count();
  await see(cards(page).last()).toBeInViewport();
  await see(actions(page)).toHaveCount(0);
  await page.clock.runFor(LEFT_OUT_FOR - 1);
  await see(actions(page)).toHaveCount(0);
  await page.clock.runFor(1);
  await see(actions(page)).not.toHaveCount(0);
  await see.poll(() => cards(page).count()).toBeGreaterThan(onScreen);
});

test('the actions of cards appear with the first input, without a delay', async () => {
  const page = await openStill();
  await see(actions(page)).toHaveCount(0);
  await cards(page).first().hover();
  await see(actions(page)).not.toHaveCount(0);
});

test('on devices without hover, cards have their actions in the first frame', async () => {
  const page = await openStill({ hasTouch: true, isMobile: true });
  await see(actions(page)).not.toHaveCount(0);
});

test('no card moves when actions appear, even below a note that is not synced', async () => {
  const breads = Array.from({ length: 12 }, (_, index) => ({
    title: `Bread ${index}`,
    text: 'Flour\n'.repeat(index),
  }));
  const page = await openStill({}, { notes: [{ title: 'Jam', refused: 'note-too-large' }, ...breads] });
  const places = () =>
    cards(page).evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON()));
  const before = await places();
  await page.clock.runFor(LEFT_OUT_FOR);
  await see(page.getByRole('button', { name: 'Edit' })).toHaveCount(13);
  expect((await places()).slice(0, before.length)).toEqual(before);
});
