/** Where the tooltip appears, and when it disappears. */
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { card, openStage, see } from './open-page.ts';

const stage = openStage();

const NOTES = Array.from({ length: 40 }, (_, at) => ({ title: `Note ${at}`, text: 'words '.repeat(40) }));

const tooltip = (page: Page) => page.locator('[role=tooltip]');

/** Moves the keyboard focus to a button of a card, and waits for the tooltip. */
async function focusButton(page: Page, name: string): Promise<void> {
  const button = card(page, 'Note 0').getByRole('button', { name, exact: true });
  await card(page, 'Note 0').first().focus();
  await button.first().focus();
  await see(tooltip(page)).toContainText(name);
}

test('the tooltip disappears when its control moves, by scrolling or by resizing the window', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await focusButton(page, 'Labels');
  await page.getByRole('main').evaluate((main) => {
    for (const element of [main, ...main.querySelectorAll('*')]) element.scrollBy(0, 100);
  });
  await see(tooltip(page)).toHaveCount(0);
  await focusButton(page, 'Colour');
  await page.setViewportSize({ width: 700, height: 700 });
  await see(tooltip(page)).toHaveCount(0);
});

test('the tooltip disappears when a key changes the name of its control', async () => {
  const { page } = await stage.open({ notes: NOTES.slice(0, 3) });
  await card(page, 'Note 0').click();
  const sheet = page.getByRole('dialog');
  await see(sheet.locator('textarea').last()).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await see(tooltip(page)).toHaveText('Pin');
  await page.keyboard.press('Enter');
  await see(sheet.getByRole('button', { name: 'Unpin' })).toBeFocused();
  await see(tooltip(page)).toHaveCount(0);
});

test('the tooltip of the focused control stays when another element comes under a resting pointer', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await page.mouse.move(500, 300);
  await focusButton(page, 'Labels');
  await page.getByRole('main').evaluate((main) => {
    const over = { bubbles: true, clientX: 500, clientY: 300 };
    main.dispatchEvent(new PointerEvent('pointerover', over));
  });
  await page.keyboard.press('Shift');
  await see(tooltip(page)).toContainText('Labels');
  await page.mouse.move(500, 310);
  await page.mouse.move(5, 500);
  await see(tooltip(page)).toHaveCount(0);
});

test.each(['Main menu', 'Log out'])(
  'the tooltip of %s, at the window’s edge, is fully visible in one line',
  async (name) => {
    const { page } = await stage.open({ notes: NOTES }, { viewport: { width: 400, height: 700 } });
    // Begins with a tooltip in the middle, whose place must not affect the next one.
    await page.getByRole('button', { name: 'Search', exact: true }).hover();
    await see(tooltip(page)).toContainText('Search');
    await page.getByRole('button', { name, exact: true }).hover();
    await see(tooltip(page)).toHaveText(name);
    const box = await tooltip(page).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(6);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(394);
    expect(box?.height).toBeLessThan(30);
  },
);
