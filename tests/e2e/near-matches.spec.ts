/**
 * A search with few hits also shows near matches, and an open note marks its hits without selecting any.
 */
import { TEXTS } from '#shared/base/spec.ts';
import { addNote, expect } from './support/fixtures.ts';
import { test } from './support/signed-in.ts';

test('notes with other accents or the words in another order are found below the answer, and typing in one replaces nothing', async ({
  app: { page },
}) => {
  await addNote(page, 'Dessert', 'Crème brûlée, then coffee');
  await addNote(page, 'Trip', 'by train to Łódź');
  await addNote(page, 'Shops', 'coffee and brulee molds, creme');
  await page.getByPlaceholder(TEXTS.search).fill('creme brulee');
  const near = page.getByRole('region', { name: 'Near matches' });
  await expect(page.getByText(TEXTS.noMatch)).toBeVisible();
  await expect(near.getByRole('heading', { name: / note with / })).toHaveText([
    '1 note with other accents',
    '1 note with all these words',
  ]);
  await expect(page.getByRole('article')).toHaveCount(0);

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet.locator('mark')).toHaveText('Crème brûlée');
  await expect(sheet.getByLabel(TEXTS.text)).toBeFocused();
  await page.keyboard.type('s');
  await expect(sheet.getByLabel(TEXTS.text)).toHaveValue('Crème brûlées, then coffee');
  await sheet.getByRole('button', { name: TEXTS.save }).click();
  await expect(near.getByText('Crème brûlées')).toBeVisible();

  await page.getByPlaceholder(TEXTS.search).fill('lodz');
  await expect(near.getByRole('listitem')).toContainText(['Tripby train to Łódź']);
  await page.getByPlaceholder(TEXTS.search).fill('trian');
  await expect(near.getByRole('listitem')).toContainText(['Tripby train to Łódź']);
  await page.getByPlaceholder(TEXTS.search).fill('Łódź');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(near).toHaveCount(0);
});
