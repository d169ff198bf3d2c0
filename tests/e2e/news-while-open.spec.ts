/** Another device changes the note that is open in the edit dialog. */
import type { Page } from '@playwright/test';
import { addNote, expect } from './support/fixtures.ts';
import { test } from './support/signed-in.ts';
import type { Cloud } from '#tools/local-cloud/cloud.ts';

const card = (page: Page, text: string) => page.locator('article').filter({ hasText: text });
const texts = (cloud: Cloud) => cloud.controls.docs().map(({ fields }) => String(fields['text']));

/** Adds a note, opens it, and lets another device change it meanwhile; `null` as `news` deletes it. */
async function openAndChange(page: Page, cloud: Cloud, text: string, news: string | null): Promise<void> {
  await addNote(page, 'Lease', text);
  await expect.poll(() => texts(cloud)).toEqual([text]);
  await expect(page.getByText('All changes saved')).toBeVisible({ timeout: 30_000 });
  await card(page, 'Lease').click();
  await expect(page.getByRole('dialog').getByLabel('Text')).toHaveValue(text);
  const [doc] = cloud.controls.docs();
  if (doc === undefined) throw new Error('polled for one');
  if (news === null) cloud.controls.deleteDoc(doc.id);
  else cloud.controls.putDoc(doc.id, { ...doc.fields, text: news });
  await expect(news === null ? card(page, 'Lease') : card(page, news.split('\n')[0] ?? '')).toHaveCount(
    news === null ? 0 : 1,
  );
}

async function save(page: Page, text: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Text').fill(text);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('a change of the same words leaves both, side by side, and that is said', async ({ app, cloud }) => {
  await openAndChange(app.page, cloud, 'keys', 'theirs');
  await save(app.page, 'ours');
  await expect(app.page.getByText('This note had changed; your version is beside it').first()).toBeVisible();
  const copy = card(app.page, 'ours');
  await expect(copy.getByText('Conflict copy')).toBeVisible();
  await expect(copy).toBeFocused();
  await expect(card(app.page, 'theirs')).toHaveCount(1);
  await expect.poll(() => new Set(texts(cloud))).toEqual(new Set(['ours', 'theirs']));
  // Cards may still be moving to new places, away from the pointer.
  await expect(async () => {
    await app.page.mouse.move(0, 0);
    await copy.getByText('Conflict copy').hover();
    const words = 'compare it with theirs';
    await expect(app.page.getByRole('tooltip')).toContainText(words, { timeout: 2_000 });
  }).toPass({ timeout: 15_000 });
});

test('discarded words come back by Undo as a change of what was there, not of the news', async ({
  app,
  cloud,
}) => {
  await openAndChange(app.page, cloud, 'keys', 'theirs');
  await app.page.getByRole('dialog').getByLabel('Text').fill('ours');
  await app.page.keyboard.press('Escape');
  await app.page.getByRole('button', { name: 'Undo' }).click();
  await expect(app.page.getByRole('dialog').getByLabel('Text')).toHaveValue('ours');
  await app.page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => new Set(texts(cloud))).toEqual(new Set(['ours', 'theirs']));
});

test('a note that went while it was open becomes a new one, and that is said', async ({ app, cloud }) => {
  await openAndChange(app.page, cloud, 'keys', null);
  await save(app.page, 'the keys are with Ines');
  await expect(app.page.getByText('your version is a new note').first()).toBeVisible();
  await expect.poll(() => texts(cloud)).toEqual(['the keys are with Ines']);
});
