/** The list of notes that another device deleted for ever. */
import { expect, test } from 'vitest';
import { TEXTS } from '#shared/spec.ts';
import { openStage, see } from './open-page.ts';

const stage = openStage();

const ENTRY = /^Recently removed on another device/;

test('the list of notes that another device removed is not offered if it is empty', async () => {
  const { page } = await stage.open({}, { hash: '#/trash' });
  await see(page.getByText(TEXTS.noDeleted)).toBeVisible();
  await see(page.getByRole('button', { name: ENTRY })).toHaveCount(0);
});

test('the list of removed notes works by keyboard: the focus goes to the next row, and at last to its button', async () => {
  const { page, log } = await stage.open({ removed: 3 }, { hash: '#/trash' });
  const entry = page.getByRole('button', { name: ENTRY });
  await see(entry).toHaveText('Recently removed on another device (3)');
  await entry.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Recently removed' });
  // The note that was removed last has the greatest number.
  const row = (index: number) => dialog.locator(`[data-removed="${3 - index}"]`);
  await see(row(0)).toContainText('Removed just now');
  await row(0).getByRole('button', { name: 'Restore' }).focus();
  await page.keyboard.press('Enter');
  await see(row(0)).toHaveCount(0);
  await see(row(1).getByRole('button', { name: 'Restore' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await see(page.getByRole('alertdialog')).toContainText('this device keeps the last copy');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete forever' }).focus();
  await page.keyboard.press('Enter');
  await see(row(1)).toHaveCount(0);
  await see(row(2).getByRole('button', { name: 'Restore' })).toBeFocused();
  // Keys bring the tooltip, whatever has moved under the pointer meanwhile.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  // Esc closes the dialog even while the tooltip of the focused button is shown. The tooltip is outside of the dialog, which
  // hides it from screen readers a moment later, so a query by role would not find it.
  await see(page.locator('[role=tooltip]')).toHaveText('Restore');
  await page.keyboard.press('Escape');
  await see(dialog).toHaveCount(0);
  await see(entry).toBeFocused();
  expect(log).toEqual([]);
});

test('a list of thousands of removed notes is read a page at a time', async () => {
  const { page } = await stage.open({ removed: 2000 }, { hash: '#/trash' });
  await page.getByRole('button', { name: ENTRY }).click();
  const rows = page.getByRole('dialog').getByRole('listitem');
  for (const shown of [50, 100, 150]) {
    await see(rows).toHaveCount(shown);
    await page.getByRole('button', { name: 'Show more' }).click();
  }
  await see(rows).toHaveCount(200);
  const limits = await page.evaluate(() =>
    window.fake.requests.filter((one) => one.channel === 'removed:page').map(({ args }) => Number(args[1])),
  );
  expect(Math.max(...limits)).toBeLessThanOrEqual(500);
});
