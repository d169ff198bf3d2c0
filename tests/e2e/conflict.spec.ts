/**
 * Another device changes the same words of a note, while it is open in the sheet or this device is offline.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { ADA, addNote, expect, holdUndo, signIn } from './support/fixtures.ts';
import { STEP_LIMIT_MS } from '../support/limits.ts';
import { test } from './support/signed-in.ts';

test('if another device changes the same words of the open note, both versions stay, and a message says so', async ({
  app,
  cloud,
}) => {
  const { page } = app;
  const card = (text: string) => page.locator('article').filter({ hasText: text });
  const text = page.getByRole('dialog').getByLabel('Text');
  await addNote(page, 'Lease', 'keys');
  await expect.poll(() => cloud.controls.docs()).toHaveLength(1);
  await expect(page.getByText('All changes saved')).toBeVisible();
  await card('Lease').click();
  await expect(text).toHaveValue('keys');
  const [doc] = cloud.controls.docs();
  if (doc === undefined) throw new Error('The cloud has no note');
  cloud.controls.putDoc(doc.id, { ...doc.fields, text: 'theirs' });
  await expect(card('theirs')).toHaveCount(1);
  await text.fill('ours');
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(
    page.getByText('This note had changed; your version is now a separate note').first(),
  ).toBeVisible();
  const copy = card('ours');
  await expect(copy.getByText('Conflict copy')).toBeVisible();
  await expect(copy).toBeFocused();
  await expect(card('theirs')).toHaveCount(1);
  await expect
    .poll(() => new Set(cloud.controls.docs().map(({ fields }) => fields['text'])))
    .toEqual(new Set(['ours', 'theirs']));
  // Cards may still be moving to new places, away from the pointer.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await copy.getByText('Conflict copy').hover();
    await expect(page.getByRole('tooltip')).toContainText('Compare both versions', { timeout: 15_000 });
  }).toPass({ timeout: STEP_LIMIT_MS });
});

async function edit(page: Page, text: string): Promise<void> {
  await page.getByRole('article').filter({ hasText: 'Trip' }).click();
  await page.getByRole('dialog').getByLabel('Text').fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('a conflict that sync finds is announced on the device that found it, and is resolved part by part', async ({
  app,
  cloud,
  start,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-e2e-'));
  try {
    await addNote(app.page, 'Trip', 'Milk\nkeys\nOil');
    await expect.poll(() => cloud.controls.docs()).toHaveLength(1);
    const secondDevice = await start(folder);
    await signIn(secondDevice, cloud, ADA);
    const theirPage = secondDevice.page;
    const theirCard = theirPage.getByRole('article').filter({ hasText: 'Trip' });
    await expect(theirCard).toHaveCount(1);
    await cloud.controls.addFault({ rpc: '*', kind: 'down' });
    await edit(app.page, 'Milk\nkeys with Ada\nOil\nTent');
    await app.close();
    await cloud.controls.clearFaults();
    await edit(theirPage, 'Milk\nkeys with Ben\nOil\nMap');
    await expect
      .poll(() => cloud.controls.docs().map(({ fields }) => fields['text']))
      .toEqual(['Milk\nkeys with Ben\nOil\nMap']);

    const { page } = await start();
    await expect(
      page.getByText('“Trip” changed here and on another device. Both versions are kept.').first(),
    ).toBeVisible();
    // The other device has the copy as well, and shows no message.
    await expect(theirCard).toHaveCount(2);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const comparison = page.getByRole('dialog', { name: 'Compare both versions' });
    await expect(comparison.getByText(/^This device\d/)).toBeVisible();
    await expect(comparison.getByText(/^Other device\d/)).toBeVisible();
    const difference = (name: string) => comparison.getByRole('radiogroup', { name });
    await difference('Difference 1 of 2').getByRole('radio', { name: 'Other device' }).check();
    await expect(comparison.getByRole('region', { name: 'Will be saved' })).toContainText(
      'Milk\nkeys with Ben\nOil\nTent\nMap',
    );
    await comparison.getByRole('button', { name: 'Save' }).click();
    await holdUndo(page);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(theirCard).toHaveCount(1);
    await expect(theirCard).toContainText('Tent');
    await expect(theirPage.getByText('changed here and on another device')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(theirCard).toHaveCount(2);
    await secondDevice.close();
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
