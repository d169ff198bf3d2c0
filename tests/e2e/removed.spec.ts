/** Notes that another device deleted for ever. */
import { addNote, expect } from './support/fixtures.ts';
import { test } from './support/signed-in.ts';

test('a note that another device deleted forever can be restored from the trash, or deleted forever here', async ({
  app,
  cloud,
}) => {
  const { page } = app;
  await addNote(page, 'Lease', 'the key is with Ines');
  await addNote(page, 'Bread', 'rye');
  await expect.poll(() => cloud.controls.docs().length).toBe(2);
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.getByRole('link', { name: 'Trash' }).click();
  const entry = page.getByRole('button', { name: 'Recently removed' });
  await expect(page.getByText('Deleted notes will appear here.')).toBeVisible();
  await expect(entry).toHaveCount(0);

  for (const { id } of cloud.controls.docs()) cloud.controls.deleteDoc(id);
  await expect(entry).toHaveText('Recently removed (2)');
  await entry.click();
  const dialog = page.getByRole('dialog', { name: 'Recently removed' });
  const row = (name: string) => dialog.getByRole('tab').filter({ hasText: name });
  await row('Lease').click();
  await expect(dialog.getByRole('tabpanel')).toContainText('the key is with Ines');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(row('Lease')).toHaveCount(0);
  await expect
    .poll(() => cloud.controls.docs())
    .toMatchObject([{ title: 'Lease', text: 'the key is with Ines' }]);

  await row('Bread').click();
  await dialog.getByRole('button', { name: 'Delete forever' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete forever' }).click();
  await expect(dialog.getByText('Nothing left here.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(entry).toHaveCount(0);
  await page.getByRole('link', { name: 'Notes' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText('Lease');
});
