/** A conflict copy is compared with its original, and settled. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { card, openStage, see } from './open-page.ts';
import { button, openSheet, textOf } from './sheet.ts';

const stage = openStage();

describe('a conflict copy', () => {
  const notes = [
    { id: 'copy', title: 'Lease', text: 'The keys are with Ada.', conflictOf: 'note' },
    { id: 'note', title: 'Lease', text: 'The keys are with Ben.' },
    { id: 'two', title: 'Two', text: 'text of Two' },
  ];
  const comparison = (page: Page) => page.getByRole('dialog', { name: 'Compare both versions' });
  const marks = (page: Page) => page.getByRole('article').getByRole('button', { name: 'Conflict copy' });
  const stored = (page: Page) =>
    page.evaluate(() =>
      Object.fromEntries(
        window.fake.notes().map(({ id, text, isDeleted, conflictOf }) => [id, [text, isDeleted, conflictOf]]),
      ),
    );

  test('a conflict copy is compared with its original side by side from its card, and Esc leads back', async () => {
    const { page, log } = await stage.open({ notes });
    await marks(page).click();
    await see(comparison(page).getByRole('region', { name: 'Mine' }).locator('ins')).toHaveText('Ada.');
    await see(comparison(page).getByRole('region', { name: 'Theirs' }).locator('ins')).toHaveText('Ben.');
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
    expect(violations).toEqual([]);
    await page.keyboard.press('Escape');
    await see(comparison(page)).toHaveCount(0);
    await see(textOf(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await see(card(page, 'Ada')).toBeFocused();
    expect(log).toEqual([]);
  });

  test.each([
    ['Keep mine', 'Your version is kept', 'The keys are with Ada.', true, 'note'],
    ['Keep theirs', 'The other version is kept', 'The keys are with Ben.', true, 'note'],
    ['Keep both', 'Both versions are kept', 'The keys are with Ben.', false, 'copy'],
  ])(
    'a conflict copy is settled by %s, which can be undone',
    async (choice, toastText, text, isDeleted, focused) => {
      const { page } = await stage.open({ notes });
      await openSheet(page, 'Ada');
      await button(page, 'Compare').click();
      await see(comparison(page).locator('ins')).toHaveCount(2);
      await comparison(page).getByRole('button', { name: choice }).click();
      await see(page.getByRole('dialog')).toHaveCount(0);
      await see(page.getByText(toastText).first()).toBeAttached();
      await see(marks(page)).toHaveCount(0);
      const copy = 'The keys are with Ada.';
      expect(await stored(page)).toMatchObject({ note: [text, false, null], copy: [copy, isDeleted, ''] });
      await see(page.locator(`[data-note-id=${focused}]`)).toBeFocused();
      await page.getByRole('button', { name: 'Undo' }).click();
      await see(marks(page)).toHaveCount(1);
      expect(await stored(page)).toMatchObject({
        note: ['The keys are with Ben.', false, null],
        copy: [copy, false, 'note'],
      });
    },
  );

  test('a conflict copy is compared as it stands in the sheet, which is saved first', async () => {
    const { page } = await stage.open({ notes });
    await openSheet(page, 'Ada');
    await textOf(page).fill('The keys are with Eve.');
    await button(page, 'Compare').click();
    await see(comparison(page).locator('ins').first()).toHaveText('Eve.');
  });

  test('a conflict copy whose original is gone only loses its mark when it is settled', async () => {
    const { page } = await stage.open({ notes: [{ ...notes[0], conflictOf: 'nowhere' }] });
    await marks(page).click();
    await see(comparison(page)).toContainText('no longer there');
    await comparison(page).getByRole('button', { name: 'Keep mine' }).click();
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see(marks(page)).toHaveCount(0);
    await see(card(page, 'Ada')).toBeFocused();
  });
});
