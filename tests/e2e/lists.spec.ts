/** A list is ticked on its card while another device edits the same line: both changes end up in one note. */
import { addNote, expect } from './support/fixtures.ts';
import { test } from './support/signed-in.ts';

test('a tick on one device and a word on another meet in one note', async ({ app, cloud }) => {
  const { page } = app;
  await addNote(page, 'Shop', '☐ milk\n- [ ] bread');
  await expect.poll(() => cloud.controls.docs().length).toBe(1);
  const [doc] = cloud.controls.docs();
  if (doc === undefined) throw new Error('There must be a document');
  // Before its push is acknowledged, this device cannot know which base the other device's edit has.
  await expect
    .poll(() => page.evaluate(() => window.inkling.request('sync:get')))
    .toMatchObject({ value: { phase: 'live', pending: 0 } });
  await cloud.controls.addFault({ rpc: '*', kind: 'down' });
  await page.getByRole('checkbox', { name: 'milk' }).click();
  await page.getByRole('checkbox', { name: 'bread' }).click();
  await expect(page.getByRole('checkbox', { name: 'bread', checked: true })).toBeVisible();
  cloud.controls.putDoc(doc.id, { ...doc.fields, text: '☐ oat milk\n- [ ] rye bread' });
  await cloud.controls.clearFaults();
  await expect
    .poll(() => cloud.controls.docs().map(({ fields }) => fields['text']), { timeout: 40_000 })
    .toEqual(['☑ oat milk\n- [x] rye bread']);
  await expect(page.getByRole('checkbox', { name: 'oat milk', checked: true })).toBeVisible();
});
