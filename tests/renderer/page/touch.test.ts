/** Cards on a device with a touch screen and no hover. */
import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { card, openStage, requestArguments, see } from './open-page.ts';

const stage = openStage();
const TOUCH = { hasTouch: true, isMobile: true, clock: true } as const;
const NOTES = ['One', 'Two', 'Three'].map((title) => ({ id: title, title, text: `text of ${title}` }));

const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
const boxes = (page: Page) => page.getByRole('checkbox', { name: 'Select' });

interface Finger {
  down(at: Point): Promise<void>;
  move(at: Point): Promise<void>;
  up(): Promise<void>;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

async function openTouched(): Promise<{ page: Page; finger: Finger }> {
  const { page } = await stage.open({ notes: NOTES }, TOUCH);
  await see(page.getByRole('article')).toHaveCount(3);
  const session: CDPSession = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
  const finger: Finger = {
    down: (at) => send('touchStart', [at]).then(() => undefined),
    move: (at) => send('touchMove', [at]).then(() => undefined),
    up: () => send('touchEnd', []).then(() => undefined),
  };
  return { page, finger };
}

async function wordsOf(page: Page, title: string): Promise<Point> {
  const place = await card(page, title).getByRole('heading').boundingBox();
  if (place === null) throw new Error('The card must be visible');
  return { x: place.x + 8, y: place.y + 8 };
}

test('without hover, no card has a check mark or an empty pin, and a tap opens the note', async () => {
  const { page } = await openTouched();
  await see(boxes(page)).toHaveCount(0);
  await see(page.getByRole('button', { name: 'Pin', exact: true })).toHaveCount(0);
  await card(page, 'Two').tap();
  await see(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Two');
});

test('a long press selects the card without opening it, and further taps select and deselect', async () => {
  const { page, finger } = await openTouched();
  await finger.down(await wordsOf(page, 'Two'));
  await page.clock.runFor(500);
  await see(bar(page)).toContainText('1 selected');
  await finger.up();
  await see(boxes(page)).toHaveCount(3);
  await see(page.getByRole('checkbox', { name: 'Select', checked: true })).toHaveCount(1);
  await see(card(page, 'One').getByRole('checkbox').locator('svg')).toHaveCSS('opacity', '0');
  await card(page, 'One').tap();
  await see(bar(page)).toContainText('2 selected');
  await card(page, 'One').tap();
  await card(page, 'Two').tap();
  await see(bar(page)).toHaveCount(0);
  await see(boxes(page)).toHaveCount(0);
  await see(page.getByRole('dialog')).toHaveCount(0);
});

test('a touch that moves, or ends early, is not a long press', async () => {
  const { page, finger } = await openTouched();
  const start = await wordsOf(page, 'Two');
  await finger.down(start);
  await finger.move({ x: start.x, y: start.y + 40 });
  await page.clock.runFor(600);
  await finger.up();
  await see(bar(page)).toHaveCount(0);
  await card(page, 'Two').tap();
  await page.clock.runFor(600);
  await see(page.getByRole('dialog')).toBeVisible();
  await see(bar(page)).toHaveCount(0);
});

test('the items of the More menu act on the card, and Esc or a tap beside the menu only closes it', async () => {
  const { page } = await openTouched();
  const more = card(page, 'Two').getByRole('button', { name: 'More' });
  await more.tap();
  await see(page.getByRole('menuitem')).toHaveText(['Pin', 'Colour', 'Labels', 'Move to trash', 'Select']);
  await see(more).toHaveAttribute('aria-expanded', 'true');
  await see(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await see(page.getByRole('menu')).toHaveCount(0);
  await see(more).toBeFocused();
  await more.tap();
  await see(page.getByRole('menu')).toBeVisible();
  await card(page, 'One').getByRole('heading').tap();
  await see(page.getByRole('menu')).toHaveCount(0);
  await see(page.getByRole('dialog')).toHaveCount(0);
  await more.tap();
  await page.getByRole('menuitem', { name: 'Colour' }).tap();
  await see(page.getByRole('dialog', { name: 'Colour' })).toBeVisible();
  await page.keyboard.press('Escape');
  await more.tap();
  await page.getByRole('menuitem', { name: 'Move to trash' }).tap();
  await see(card(page, 'Two')).toHaveCount(0);
  expect(await requestArguments(page, 'notes:change')).toMatchObject([
    [expect.anything(), [{ ids: ['Two'], to: { isDeleted: true } }]],
  ]);
});
