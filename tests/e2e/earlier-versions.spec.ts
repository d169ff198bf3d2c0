/** Overwritten words can be viewed and restored, whether they were overwritten here or by the cloud. */
import type { Locator, Page } from '@playwright/test';
import { addNote, expect, holdUndo } from './support/fixtures.ts';
import { test } from './support/signed-in.ts';

const card = (page: Page, text: string): Locator => page.locator('article').filter({ hasText: text });
const versions = (page: Page): Locator => page.getByRole('dialog', { name: 'Earlier versions' });

async function edit(page: Page, from: string, to: string): Promise<void> {
  await card(page, from).click();
  await page.getByRole('dialog').getByLabel('Text').fill(to);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(card(page, to)).toBeVisible();
}

test('a version of a note that was overwritten here and elsewhere is restored, and Undo takes that back', async ({
  app,
  cloud,
}) => {
  const { page } = app;
  await addNote(page, 'Ferry', 'It leaves at seven.');
  await edit(page, 'It leaves at seven.', 'It leaves at eight.');
  await expect
    .poll(() => cloud.controls.docs().map(({ fields }) => fields['text']))
    .toEqual(['It leaves at eight.']);
  const [doc] = cloud.controls.docs();
  cloud.controls.putDoc(doc?.id ?? '', { ...doc?.fields, text: 'It leaves at nine.' });
  await card(page, 'It leaves at nine.').click();
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  const tabs = versions(page).getByRole('tab');
  await expect(tabs).toHaveCount(3);
  await expect(tabs.first()).toContainText('on another device');
  await expect(tabs.first().locator('del')).toHaveText('eight.');
  await expect(tabs.first().locator('ins')).toHaveText('nine.');
  const words = versions(page).getByRole('tabpanel');
  await expect(words.locator('del')).toHaveText('seven.');
  await expect(words.locator('ins')).toHaveText('eight.');
  await versions(page).getByRole('slider').press('Home');
  await expect(words).toHaveText('FerryIt leaves at seven.');
  await versions(page).getByRole('button', { name: 'Copy' }).click();
  await expect
    .poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText()))
    .toBe('Ferry\n\nIt leaves at seven.');
  await versions(page).getByRole('button', { name: 'Restore' }).click();
  await holdUndo(page);
  await expect(card(page, 'It leaves at seven.')).toBeVisible();
  await expect
    .poll(() => cloud.controls.docs().map(({ fields }) => fields['text']))
    .toEqual(['It leaves at seven.']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, 'It leaves at nine.')).toBeVisible();
});
