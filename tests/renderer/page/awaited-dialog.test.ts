/** Keys pressed before a requested dialog is open. */
import { expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { requestArguments, card, openStage, see } from './open-page.ts';

const stage = openStage();

test('a key between Enter and the open note does not act on its card', async () => {
  const { page } = await stage.open({ notes: [{ title: 'Ferry' }], held: ['notes:get'] });
  await card(page, 'Ferry').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('e');
  await page.keyboard.press('f');
  await page.evaluate(() => window.fake.release('notes:get'));
  await see(page.getByRole('dialog').getByLabel(TEXTS.title)).toHaveValue('Ferry');
  expect(await requestArguments(page, 'notes:change')).toEqual([]);
});

test('Esc cancels the opening of a note before the answer, and the next key acts on its card', async () => {
  const { page } = await stage.open({ notes: [{ title: 'Ferry' }], held: ['notes:get'] });
  await card(page, 'Ferry').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.evaluate(() => window.fake.release('notes:get'));
  await page.keyboard.press('e');
  await see.poll(() => requestArguments(page, 'notes:change')).toHaveLength(1);
  await see(page.getByRole('dialog')).toHaveCount(0);
});
