/** A list is written, ticked, sorted and folded in the app, and is plain text in the cloud. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './support/fixtures.ts';
import { test } from './support/signed-in.ts';

const card = (page: Page): Locator => page.getByRole('article').filter({ hasText: 'Groceries' });
const sheet = (page: Page): Locator => page.getByRole('dialog');
const ticked = (within: Locator, count: number): Locator =>
  within.getByRole('button', { name: `${count} ticked` });

test('a list that is ticked, moved and folded in the sheet is plain text in the cloud, and stays folded after a restart', async ({
  app,
  cloud,
  start,
}) => {
  const { page } = app;
  const stored = (): unknown => cloud.controls.docs()[0]?.fields['text'];
  await page.getByPlaceholder('Take a note...').click();
  await page.keyboard.type('- [ ] milk');
  await page.keyboard.press('Enter');
  await page.keyboard.type('rye');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('tea');
  await page.getByPlaceholder('Title').fill('Groceries');
  await page.locator('[data-creation-box]').getByRole('checkbox', { name: 'Tick rye' }).check();
  await page.keyboard.press('Escape');
  await expect.poll(stored).toBe('- [ ] milk\n  - [x] rye\n- [ ] tea');

  await card(page).getByRole('heading').click();
  const field = sheet(page).getByLabel('Text');
  await expect(field).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(field).toHaveValue('- [ ] tea\n- [ ] milk\n  - [x] rye');
  await ticked(sheet(page), 1).click();
  await expect(field).toHaveValue('- [ ] tea\n- [ ] milk');
  await sheet(page).getByRole('checkbox', { name: 'Tick tea' }).click();
  await expect(field).toHaveValue('- [ ] milk');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(stored).toBe('- [x] tea\n- [ ] milk\n  - [x] rye');
  await expect(ticked(card(page), 2)).toHaveAttribute('aria-expanded', 'false');
  await app.close();

  const { page: later } = await start();
  await expect(ticked(card(later), 2)).toHaveAttribute('aria-expanded', 'false');
  await card(later).getByRole('heading').click();
  await expect(sheet(later).getByLabel('Text')).toHaveValue('- [ ] milk');
  await ticked(sheet(later), 2).click();
  await expect(sheet(later).getByLabel('Text')).toHaveValue('- [x] tea\n- [ ] milk\n  - [x] rye');
});
