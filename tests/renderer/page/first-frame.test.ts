/** What the first frame of a list leaves out, and when that is drawn. */
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import type { FakeSetup } from '../fake-setup.ts';
import { type OpenOptions, openStage, see } from './open-page.ts';

const stage = openStage();

const LEFT_OUT_FOR = 250;

const cards = (page: Page) => page.getByRole('article');
const actions = (page: Page) => cards(page).first().getByRole('button');

/** Opens a list whose clock stands still; it is longer than the screen if no other is given. */
async function openStill(options?: OpenOptions, setup: FakeSetup = { generated: 100 }): Promise<Page> {
  const { page } = await stage.open(setup, { clock: true, ...options });
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

test('nothing moves when they come, also below a note that is not synced', async () => {
  const breads = Array.from({ length: 12 }, (_, index) => ({
    title: `Bread ${index}`,
    text: 'Flour\n'.repeat(index),
  }));
  const page = await openStill({}, { notes: [{ title: 'Jam', refused: 'It is too long' }, ...breads] });
  const places = () =>
    cards(page).evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON()));
  const before = await places();
  await page.clock.runFor(LEFT_OUT_FOR);
  await see(page.getByRole('button', { name: 'Edit' })).toHaveCount(13);
  expect((await places()).slice(0, before.length)).toEqual(before);
});
