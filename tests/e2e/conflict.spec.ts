/** Another device changes the same words of the note that is open in the sheet. */
import { addNote, expect } from './support/fixtures.ts';
import { test } from './support/signed-in.ts';

test('if another device changes the same words of the open note, both versions stay, and that is said', async ({
  app,
  cloud,
}) => {
  const { page } = app;
  const card = (text: string) => page.locator('article').filter({ hasText: text });
  const text = page.getByRole('dialog').getByLabel('Text');
  await addNote(page, 'Lease', 'keys');
  await expect.poll(() => cloud.controls.docs()).toHaveLength(1);
  await expect(page.getByText('All changes saved')).toBeVisible({ timeout: 30_000 });
  await card('Lease').click();
  await expect(text).toHaveValue('keys');
  const [doc] = cloud.controls.docs();
  if (doc === undefined) throw new Error('polled for one');
  cloud.controls.putDoc(doc.id, { ...doc.fields, text: 'theirs' });
  await expect(card('theirs')).toHaveCount(1);
  await text.fill('ours');
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(page.getByText('This note had changed; your version is beside it').first()).toBeVisible();
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
    await expect(page.getByRole('tooltip')).toContainText('compare it with theirs', { timeout: 2_000 });
  }).toPass({ timeout: 15_000 });
});
