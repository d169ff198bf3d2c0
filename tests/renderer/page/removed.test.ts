/** The list of notes that another device deleted forever. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { openStage, requestArguments, see } from './open-page.ts';

const stage = openStage();

const ENTRY = /^Recently removed/;

test('an empty list of removed notes is not offered', async () => {
  const { page } = await stage.open({}, { hash: '#/trash' });
  await see(page.getByText(TEXTS.noDeleted)).toBeVisible();
  await see(page.getByRole('button', { name: ENTRY })).toHaveCount(0);
});

test('removed notes can be read, restored and deleted by keyboard, and the focus returns to the button in the end', async () => {
  const { page, log } = await stage.open({ removed: 3 }, { hash: '#/trash' });
  const entry = page.getByRole('button', { name: ENTRY });
  await see(entry).toHaveText('Recently removed (3)');
  await entry.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Recently removed' });
  const notes = dialog.getByRole('tab');
  await see(notes).toHaveCount(3);
  await see(notes.first()).toContainText('Removed just now');
  const first = await notes.first().textContent();
  await see(dialog.getByRole('tabpanel')).not.toBeEmpty();
  await dialog.getByRole('button', { name: 'Restore' }).focus();
  await page.keyboard.press('Enter');
  await see(notes).toHaveCount(2);
  await see(notes.first()).not.toHaveText(first ?? '');
  await see(notes.first()).toHaveAttribute('aria-selected', 'true');
  await see(dialog.getByRole('button', { name: 'Restore' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await see(dialog.getByRole('button', { name: 'Delete forever' })).toBeFocused();
  await page.keyboard.press('Enter');
  await see(page.getByRole('alertdialog')).toContainText('this device has the last copy');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete forever' }).focus();
  await page.keyboard.press('Enter');
  await see(notes).toHaveCount(1);
  await see(dialog.getByRole('button', { name: 'Delete forever' })).toBeFocused();
  await page.keyboard.press('Escape');
  await see(dialog).toHaveCount(0);
  await see(entry).toBeFocused();
  expect(log).toEqual([]);
});

test('a list of thousands of removed notes is read in pages', async () => {
  const { page } = await stage.open({ removed: 2000 }, { hash: '#/trash' });
  await page.getByRole('button', { name: ENTRY }).click();
  const rows = page.getByRole('dialog').getByRole('tab');
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

test('[S12.5] words deleted from the creation box can become a note from the recently removed ones', async () => {
  const { page, log } = await stage.open();
  const box = page.getByPlaceholder(TEXTS.takeANote);
  await box.fill('milk and bread');
  for (const text of ['milk an', 'mi', '']) await box.fill(text);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('button', { name: 'Recently removed (1)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recently removed' });
  await see(dialog.getByRole('tab')).toHaveText(['milk and breadNot saved, deleted just now']);
  await see(dialog.getByRole('tabpanel')).toHaveText('milk and bread');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete forever' }).click();
  await see(page.getByRole('alertdialog')).toContainText('It was never saved, and only this device has it.');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await see(dialog.getByText('Nothing left here.')).toBeVisible();
  expect(await page.evaluate(() => window.fake.notes().map(({ text }) => text))).toEqual(['milk and bread']);
  expect(log).toEqual([]);
});

test('[S12.5] nothing counts as removed if the words were typed again and saved, or were not worth it', async () => {
  const { page } = await stage.open();
  const box = page.getByPlaceholder(TEXTS.takeANote);
  for (const text of ['milk', '', '#shop', '', '☐ ', '', 'milk']) await box.fill(text);
  await page.keyboard.press('Escape');
  await see(page.getByRole('article')).toHaveCount(1);
  expect(await requestArguments(page, 'drafts:discard')).toHaveLength(1);
  await page.getByRole('link', { name: 'Trash' }).click();
  await see(page.getByText(TEXTS.noDeleted)).toBeVisible();
  await see(page.getByRole('button', { name: ENTRY })).toHaveCount(0);
});
