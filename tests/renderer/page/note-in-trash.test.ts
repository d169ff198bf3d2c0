/** The sheet of a note in the trash. */
import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { COMMAND } from '#tests/support/keys.ts';
import { card, openStage, see } from './open-page.ts';
import { argumentsWithoutAccount, button, NOTES, openSheet, sheet, textOf } from './sheet.ts';

const stage = openStage();

describe('a note in the trash', () => {
  const notes = NOTES.map((note) => ({ ...note, list: 'trashed' as const }));
  const earlier = [{ id: 'one', content: { title: 'One', text: 'before' }, age: 3_600_000 }];
  const trash = { hash: '#/trash' };

  test('a click or Enter opens a note in the trash read-only, with its earlier versions', async () => {
    const { page, log } = await stage.open({ notes, earlier }, trash);
    await openSheet(page, 'One');
    await see(sheet(page).getByRole('heading', { name: 'In the trash' })).toBeVisible();
    await page.keyboard.type('nothing of this');
    await see(textOf(page)).toHaveValue('first\nsecond');
    await see(button(page, TEXTS.save)).toHaveCount(0);
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
    expect(violations).toEqual([]);
    await page.keyboard.press(`${COMMAND}+Enter`);
    await button(page, 'Earlier versions').click();
    const versions = page.getByRole('dialog', { name: 'Earlier versions' });
    await see(versions.getByRole('tabpanel')).toHaveText('Onebefore');
    await see(versions.getByRole('button', { name: 'Restore' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await see(button(page, 'Earlier versions')).toBeFocused();
    await page.keyboard.press('Escape');
    await see(card(page, 'One')).toBeFocused();
    await page.keyboard.press('Enter');
    await see(textOf(page)).toHaveValue('first\nsecond');
    expect(await argumentsWithoutAccount(page, 'notes:edit', 'drafts:keep')).toEqual([]);
    expect(log).toEqual([]);
  });

  test('a note in the trash is restored from its sheet', async () => {
    const { page } = await stage.open({ notes }, trash);
    await openSheet(page, 'One');
    await button(page, 'Restore').click();
    await see(page.getByText('Note restored').first()).toBeAttached();
    await see(card(page, 'One')).toHaveCount(0);
    await see(card(page, 'Two')).toBeFocused();
  });

  test('a note in the trash is restored with e, from its card', async () => {
    const { page } = await stage.open({ notes }, trash);
    await card(page, 'One').focus();
    await page.keyboard.press('e');
    await see(page.getByText('Note restored').first()).toBeAttached();
    await see(card(page, 'Two')).toBeFocused();
  });

  test('a note in the trash is deleted forever from its sheet, after a question', async () => {
    const { page } = await stage.open({ notes }, trash);
    await openSheet(page, 'One');
    await button(page, 'Delete forever').click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await see(question).toHaveCount(0);
    await see(button(page, 'Delete forever')).toBeFocused();
    await button(page, 'Delete forever').click();
    await question.getByRole('button', { name: 'Delete forever' }).click();
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see(card(page, 'One')).toHaveCount(0);
    await see(card(page, 'Two')).toBeFocused();
  });

  test('a note in the trash with an earlier draft can be edited', async () => {
    const base = { title: 'One', text: 'first\nsecond' };
    const draft = { place: 'edit', id: 'one', content: { title: 'One', text: 'typed' }, base } as const;
    const { page } = await stage.open({ notes, drafts: [draft] }, trash);
    await see(textOf(page)).toHaveValue('typed');
    await button(page, TEXTS.save).click();
    await see(card(page, 'typed')).toHaveCount(1);
  });
});
