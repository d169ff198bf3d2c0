/** The creation box while its note is still being saved. */
import { afterAll, beforeAll, test } from 'vitest';
import { TEXTS } from '#shared/spec.ts';
import { raiseStage, see, type Stage } from './open-page.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await raiseStage();
}, 120_000);
afterAll(() => stage.close());

test('stays open for the next thought when it is clicked again before the last one is saved', async () => {
  const { page } = await stage.open();
  await page.evaluate(() => window.fake.hold('notes:add'));
  await page.getByPlaceholder(TEXTS.takeANote).click();
  await page.getByPlaceholder(TEXTS.takeANote).fill('the first');
  await page.getByRole('banner').click({ position: { x: 5, y: 5 } });
  await page.getByPlaceholder(TEXTS.takeANote).click();
  await page.evaluate(() => window.fake.release('notes:add'));
  await see(page.getByRole('article')).toContainText('the first');
  await see(page.getByPlaceholder(TEXTS.takeANote)).toHaveValue('');
  await page.getByPlaceholder(TEXTS.title).fill('the next');
  await page.getByRole('banner').click({ position: { x: 5, y: 5 } });
  await see(page.getByRole('article')).toHaveCount(2);
  await page.context().close();
});
