/** Pins, colours and labels, and their undo, reach the cloud's documents and from there another device. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { ADA, addNote, expect, holdUndo, signIn } from './support/fixtures.ts';
import { test } from './support/signed-in.ts';

const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

async function press(page: Page, text: string, name: string): Promise<void> {
  await card(page, text).hover();
  await card(page, text).getByRole('button', { name, exact: true }).click();
}

test('a pin, a colour and a label are seen on another device, and an Unpin and its Undo there reach the first', async ({
  app,
  cloud,
  start,
}) => {
  const { page } = app;
  const fields = (title: string): Record<string, unknown> =>
    cloud.controls.docs().find((doc) => doc.fields['title'] === title)?.fields ?? {};
  await addNote(page, 'Ferry', 'It leaves at seven.');
  await addNote(page, 'Groceries', 'Milk');
  await expect.poll(() => cloud.controls.docs().length).toBe(2);
  // The document of a note without marks has no fields for them.
  expect(Object.keys(fields('Ferry')).filter((name) => /pin|color|label/i.test(name))).toEqual([]);

  await press(page, 'Ferry', 'Pin');
  await expect(page.getByRole('heading', { name: 'Others' })).toBeVisible();
  await press(page, 'Ferry', 'Colour');
  await page.getByRole('radio', { name: 'Blue', exact: true }).click();
  await press(page, 'Ferry', 'Labels');
  await page.getByPlaceholder('Find or create a label').fill('Summer');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Summer', checked: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect
    .poll(() => fields('Ferry'))
    .toMatchObject({ isPinned: true, color: 'BLUE', labels: ['Summer'], text: 'It leaves at seven.' });

  const userData = mkdtempSync(path.join(tmpdir(), 'inkling-e2e-'));
  try {
    const secondDevice = await start(userData);
    await signIn(secondDevice, cloud, ADA);
    await expect(card(secondDevice.page, 'Ferry').getByRole('img', { name: 'Blue' })).toBeAttached();
    await expect(card(secondDevice.page, 'Ferry').getByRole('button', { name: 'Unpin' })).toBeVisible();
    await secondDevice.page.getByRole('link', { name: 'Summer', exact: true }).click();
    await expect(secondDevice.page.getByRole('article')).toHaveCount(1);
    await press(secondDevice.page, 'Ferry', 'Unpin');
    await holdUndo(secondDevice.page);
    await expect(page.getByRole('heading', { name: 'Others' })).toHaveCount(0);
    await secondDevice.page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: 'Others' })).toBeVisible();
    await secondDevice.close();
  } finally {
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  }
});
