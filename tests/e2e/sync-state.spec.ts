/** What users are told about the sync of their notes. */
import { addNote, expect, uidOf } from './support/fixtures.ts';
import { sentenceOf } from '#shared/base/reasons.ts';
import { test } from './support/signed-in.ts';

test('a note that the cloud refuses is listed with its reason, and another try helps', async ({
  app,
  cloud,
}) => {
  const { page } = app;
  await expect(page.getByText('All changes saved')).toBeVisible();
  const refusal = { rpc: 'Commit', kind: 'status', code: 'PERMISSION_DENIED' } as const;
  await cloud.controls.addFault({ ...refusal, times: 1 });
  await addNote(page, 'Poison', 'the rules do not like this');
  const status = page.getByRole('button', { name: '1 note could not be synced' });
  await expect(status).toBeVisible();
  // Other notes are still synced.
  await addNote(page, 'Bread', '');
  await expect.poll(() => cloud.controls.docs().map(({ fields }) => fields['title'])).toEqual(['Bread']);

  await status.click();
  const dialog = page.getByRole('dialog', { name: 'Notes that could not be synced' });
  await expect(dialog.getByRole('listitem')).toContainText('Poison');
  await expect(dialog.getByRole('listitem')).toContainText('The cloud’s rules do not allow this note.');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(status).toBeFocused();

  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByText('All notes are synced now.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  expect(cloud.controls.docs().map(({ fields }) => fields['title'])).toContain('Poison');
});

test('a note over the size limit is listed with that reason, and is synced once it is shortened', async ({
  app,
  cloud,
}) => {
  const { page } = app;
  const long = { title: 'Logbook', text: 'a line of the log\n'.repeat(70_000) };
  const uid = await uidOf(page);
  const added = await page.evaluate(([who, note]) => window.inkling.request('notes:add', who, note, null), [
    uid,
    long,
  ] as const);
  if (!added.ok) throw new Error(sentenceOf(added.error.reason));
  await page.getByRole('button', { name: '1 note could not be synced' }).click();
  const row = page.getByRole('dialog').getByRole('listitem');
  await expect(row).toContainText('Logbook');
  await expect(row).toContainText('This note is too large: the cloud takes up to 1 MiB.');
  // Bypasses the dialog, because the browser's field is slow with a megabyte.
  await page.evaluate(
    ([who, id, base]) =>
      window.inkling.request('notes:edit', who, id, { ...base, text: 'a short log' }, base),
    [uid, added.value, long] as const,
  );
  await expect(page.getByRole('dialog').getByText('All notes are synced now.')).toBeVisible();
  expect(cloud.controls.docs()).toMatchObject([{ title: 'Logbook', text: 'a short log' }]);
});

test('a cloud without its index is named with what its owner can do, and another try helps', async ({
  app,
  cloud,
}) => {
  const { page } = app;
  await expect(page.getByText('All changes saved')).toBeVisible();
  const message = 'The query requires an index. You can create it here: https://console.firebase.google.com/';
  await cloud.controls.addFault({ rpc: 'Listen', kind: 'status', code: 'FAILED_PRECONDITION', message });
  await expect(page.getByText('The cloud refuses', { exact: true })).toBeVisible();
  const notice = page.getByRole('status').filter({ hasText: 'lacks the index' });
  await expect(notice).toContainText('docs/setup.md, step 4');
  await expect(page.getByText(/offline/i)).toHaveCount(0);
  await addNote(page, 'Bread', '');
  await expect.poll(() => cloud.controls.docs().map(({ fields }) => fields['title'])).toEqual(['Bread']);
  await cloud.controls.clearFaults();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await expect(notice).toHaveCount(0);
});
