/** Comparing a conflict copy with its original, and settling the conflict. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { card, openStage, requestArguments, see } from './open-page.ts';
import { button, openSheet, textOf } from './sheet.ts';

const stage = openStage({ toastsStay: true });

describe('a conflict copy', () => {
  const notes = [
    { id: 'copy', title: 'Lease', text: 'The keys are with Ada.', conflictOf: 'note' },
    { id: 'note', title: 'Lease', text: 'The keys are with Ben.' },
    { id: 'two', title: 'Two', text: 'text of Two' },
  ];
  const comparison = (page: Page) => page.getByRole('dialog', { name: 'Compare both versions' });
  const side = (page: Page, name: 'This device' | 'One device' | 'Other device', difference: number) =>
    comparison(page).getByRole('region', { name: `${name}, difference ${difference} of` });
  const marks = (page: Page) => page.getByRole('article').getByRole('button', { name: 'Conflict copy' });
  const stored = (page: Page) =>
    page.evaluate(() =>
      Object.fromEntries(
        window.fake.notes().map(({ id, text, isDeleted, conflictOf }) => [id, [text, isDeleted, conflictOf]]),
      ),
    );

  test('the card of a conflict copy opens its side-by-side comparison, and Esc leads back', async () => {
    const { page, log } = await stage.open({ notes });
    await marks(page).click();
    await see(side(page, 'One device', 1).locator('ins')).toHaveText('Ada.');
    await see(side(page, 'Other device', 1).locator('ins')).toHaveText('Ben.');
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
    ['Keep one device’s', 'Conflict settled', 'The keys are with Ada.', true, 'note'],
    ['Keep other device’s', 'Conflict settled', 'The keys are with Ben.', true, 'note'],
    ['Keep as two notes', 'Kept as two notes', 'The keys are with Ben.', false, 'copy'],
  ])(
    '“%s” settles a conflict copy, which can be undone',
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

  const lists = [
    { id: 'copy', title: 'Trip', text: 'Milk\nAda pays\nOil\nTent', conflictOf: 'note' },
    { id: 'note', title: 'Trip to Ullapool', text: 'Milk\nBen pays\nOil\nMap\nSalt' },
  ];
  const choose = (page: Page, difference: string, choice: string) =>
    comparison(page).getByRole('radiogroup', { name: difference }).getByRole('radio', { name: choice });

  test('each difference of a conflict copy is taken from either side, previewed as it will be saved, and undone as one', async () => {
    const { page, log } = await stage.open({ notes: lists });
    await marks(page).click();
    const result = comparison(page).getByRole('region', { name: 'Will be saved' });
    await see(result).toContainText('Milk\nAda pays\nBen pays\nOil\nTent\nMap\nSalt');
    await see(comparison(page).getByRole('radiogroup')).toHaveCount(3);
    await choose(page, 'Difference 1 of 3, the title', 'Other device').check();
    await choose(page, 'Difference 2 of 3', 'Both').focus();
    await page.keyboard.press('ArrowUp');
    await see(choose(page, 'Difference 2 of 3', 'Other device')).toBeChecked();
    await choose(page, 'Difference 3 of 3', 'One device').check();
    await see(result.getByRole('paragraph')).toHaveText(['Trip to Ullapool', 'Milk\nBen pays\nOil\nTent']);
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
    expect(violations).toEqual([]);
    await comparison(page).getByRole('button', { name: 'Save' }).click();
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see(page.getByText('Conflict settled').first()).toBeAttached();
    expect(await stored(page)).toMatchObject({
      note: ['Milk\nBen pays\nOil\nTent', false, null],
      copy: [lists[0]?.text, true, ''],
    });
    await see(page.locator('[data-note-id=note]')).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await see(marks(page)).toHaveCount(1);
    expect(await stored(page)).toMatchObject({
      note: [lists[1]?.text, false, null],
      copy: [lists[0]?.text, false, 'note'],
    });
    expect(log).toEqual([]);
  });

  test('choices of a comparison start over if one of the notes changes meanwhile', async () => {
    const { page } = await stage.open({ notes: lists });
    await marks(page).click();
    await choose(page, 'Difference 3 of 3', 'One device').check();
    await page.evaluate(() => window.fake.replace('note', { title: 'Trip', text: 'Milk\nBen pays\nOil' }));
    await see(comparison(page).getByRole('radiogroup')).toHaveCount(2);
    await see(choose(page, 'Difference 2 of 2', 'Both')).toBeChecked();
  });

  test.each([
    ['here', 'note', 'this device', 'another device', 'This device', 'Other device'],
    ['elsewhere', 'copy', 'another device', 'this device', 'Other device', 'This device'],
  ] as const)(
    'the comparison of a copy that was written %s says when and on which device each side was written',
    async (_where, first, firstBy, secondBy, copySide, noteSide) => {
      const HOUR = 3_600_000;
      const words = { title: 'Lease', text: 'The keys are with Ada.' };
      const { page } = await stage.open({
        notes,
        earlier: [
          { id: first, content: { title: 'Lease', text: 'The keys?' }, age: 3 * HOUR, by: firstBy },
          { id: 'note', content: words, age: HOUR, by: secondBy },
        ],
      });
      await marks(page).click();
      await see(side(page, copySide, 1).locator('ins')).toHaveText('Ada.');
      await see(side(page, noteSide, 1).locator('ins')).toHaveText('Ben.');
      for (const name of [copySide, noteSide])
        // With the year in the first hours of a year.
        await see(
          comparison(page).getByText(new RegExp(`^${name}\\d+ \\w+( \\d{4})?, \\d\\d:\\d\\d$`)),
        ).toBeVisible();
    },
  );

  test('a toast reports a conflict copy of sync once, and opens its comparison', async () => {
    const { page, log } = await stage.open({ notes: notes.slice(1) });
    const told = page.getByText('“Lease” changed here and on another device. Both versions are kept.');
    await see(card(page, 'Ben')).toBeVisible();
    // Until the account has stored that the copy was reported, it keeps naming it.
    await page.evaluate(() => window.fake.hold('conflict:told'));
    await page.evaluate((copy) => window.fake.meetConflict(copy), notes[0] as never);
    await see(told.first()).toBeVisible();
    const requests = () =>
      page.evaluate(() =>
        window.fake.requests.filter(({ channel }) => channel === 'conflict:told').map(({ args }) => args[1]),
      );
    await see.poll(async () => (await requests()).length).toBe(1);
    await page.evaluate(() => window.fake.arrive({ text: 'another note' }));
    // The page has been told of the copy again.
    await see.poll(async () => (await requests()).length).toBe(2);
    await see(page.locator('.fui-Toast')).toHaveCount(1);
    await see(told.first()).toBeVisible();
    await page.evaluate(() => window.fake.release('conflict:told'));
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await see(side(page, 'One device', 1).locator('ins')).toHaveText('Ada.');
    await see(page.locator('.fui-Toast')).toHaveCount(0);
    expect(await requests()).toEqual([['copy'], ['copy']]);
    expect(log).toEqual([]);
  });

  test('a conflict copy is not reported again after the toast of another one, even if nothing can be stored', async () => {
    const { page } = await stage.open({ notes: notes.slice(1), held: ['conflict:told'] });
    await see(card(page, 'Ben')).toBeVisible();
    const toast = page.locator('.fui-Toast');
    await page.evaluate((copy) => window.fake.meetConflict(copy), notes[0] as never);
    await see(toast).toContainText('“Lease” changed');
    await toast.getByRole('button', { name: 'Close' }).click();
    await see(toast).toHaveCount(0);
    await page.evaluate(() =>
      window.fake.meetConflict({ id: 'copy2', title: 'Second', text: 'here', conflictOf: 'two' }),
    );
    await see(toast).toContainText('“Second” changed');
    const requestCount = async () => (await requestArguments(page, 'conflict:told')).length;
    const before = await requestCount();
    await page.evaluate(() => window.fake.arrive({ text: 'another note' }));
    await see.poll(requestCount).toBe(before + 1);
    // By then, the toasts are up to date.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await toast.allTextContents()).toEqual([expect.stringContaining('“Second” changed')]);
  });

  test('one toast reports several conflict copies, and stays until it is closed', async () => {
    const { page } = await stage.open({ notes: notes.slice(1) }, { clock: true });
    await see(card(page, 'Ben')).toBeVisible();
    await page.evaluate((copy) => window.fake.meetConflict(copy), notes[0] as never);
    await see(page.getByText('“Lease” changed').first()).toBeVisible();
    await page.evaluate(() =>
      window.fake.meetConflict({ id: 'copy2', text: 'text of Two, here', conflictOf: 'two' }),
    );
    await see(page.getByText('2 notes changed here and on another device.').first()).toBeVisible();
    await page.clock.runFor(60_000);
    await see(page.locator('.fui-Toast')).toHaveCount(1);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await see(side(page, 'One device', 1)).toContainText('here');
  });

  test('a conflict copy is compared as it is in the sheet, which is saved first', async () => {
    const { page } = await stage.open({ notes });
    await openSheet(page, 'Ada');
    await textOf(page).fill('The keys are with Eve.');
    await button(page, 'Compare').click();
    await see(comparison(page).locator('ins').first()).toHaveText('Eve.');
  });

  test('words typed in a conflict copy are saved before the toast opens its comparison', async () => {
    const { page } = await stage.open({ notes: notes.slice(1) });
    await see(card(page, 'Ben')).toBeVisible();
    await page.evaluate((copy) => window.fake.meetConflict(copy), notes[0] as never);
    await openSheet(page, 'Ada');
    await textOf(page).fill('The keys are with Eve.');
    await page.locator('.fui-Toast button', { hasText: 'Compare' }).click();
    await comparison(page).getByRole('button', { name: 'Keep this device’s' }).click();
    await see(page.getByRole('dialog')).toHaveCount(0);
    expect(await stored(page)).toMatchObject({ note: ['The keys are with Eve.', false, null] });
    expect(await page.evaluate(() => window.fake.drafts())).toEqual([]);
  });

  test('settling a conflict copy whose original is gone only removes its mark', async () => {
    const { page } = await stage.open({ notes: [{ ...notes[0], conflictOf: 'nowhere' }] });
    await marks(page).click();
    await see(comparison(page)).toContainText('was deleted or is in the trash');
    await comparison(page).getByRole('button', { name: 'Keep this note' }).click();
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see(marks(page)).toHaveCount(0);
    await see(card(page, 'Ada')).toBeFocused();
  });
});
