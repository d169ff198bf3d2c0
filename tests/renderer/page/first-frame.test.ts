/** What the first frame of a list leaves out, and when that is drawn. */
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { openStage, see } from './open-page.ts';

const stage = openStage();

const LEFT_OUT_FOR = 250;

const cards = (page: Page) => page.getByRole('article');
const actions = (page: Page) => cards(page).first().getByRole('button');

/** Opens a list that is longer than the screen, whose clock stands still. */
async function openStill(options?: Parameters<typeof stage.open>[1]): Promise<Page> {
  const { page } = await stage.open({ generated: 100 }, { clock: true, ...options });
  await page.clock.pauseAt(new Date('2026-11-21T10:00:00'));
  // Another list appears, and nothing has happened in it yet.
  await page.evaluate(() => (location.hash = '#/archive'));
  await see(cards(page)).toHaveCount(0);
  await page.evaluate(() => (location.hash = '#/'));
  await see(cards(page).first()).toBeVisible();
  return page;
}

test('cards beyond the screen, and actions that only hover shows, come some time after the others', async () => {
  const page = await openStill();
  const onScreen = await cards(page).count();
  await see(cards(page).last()).toBeInViewport();
  await see(actions(page)).toHaveCount(0);
  await page.clock.runFor(LEFT_OUT_FOR - 1);
  await see(actions(page)).toHaveCount(0);
  await page.clock.runFor(1);
  await see(actions(page)).not.toHaveCount(0);
  expect(await cards(page).count()).toBeGreaterThan(onScreen);
});

test('they come with the first input, without waiting', async () => {
  const page = await openStill();
  await see(actions(page)).toHaveCount(0);
  await cards(page).first().hover();
  await see(actions(page)).not.toHaveCount(0);
});

test('without hover, cards have their actions in the first frame', async () => {
  const page = await openStill({ hasTouch: true, isMobile: true });
  await see(actions(page)).not.toHaveCount(0);
});
