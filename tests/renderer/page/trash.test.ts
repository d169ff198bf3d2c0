/** The trash as a screen: how long notes stay there. */
import { expect, test } from 'vitest';
import type { Uid } from '#shared/note/note.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { openStage, see } from './open-page.ts';

const stage = openStage();
const TRASH = { hash: '#/trash' };
const notes = [{ title: 'Thrown away', list: 'trashed' as const }];

test.each([400, 1600])('in a window of %i px, the trash says how long notes stay there', async (width) => {
  const { page } = await stage.open({ notes }, { ...TRASH, viewport: { width, height: 760 } });
  await see(page.getByText('Notes stay here until you delete them.')).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => window.fake.setSettings({ trash: { uid: 'u1' as Uid, emptyAfter: 30 } }));
  const line = page.getByText('Notes are deleted forever after 30 days in the trash.');
  await see(line).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => window.fake.setSettings({ trash: { uid: 'before' as Uid, emptyAfter: 7 } }));
  await see(line).toHaveCount(0);
  expect(await page.getByText('deleted forever after').count()).toBe(0);
});

test('the empty trash also says how long notes stay there, and leads to that setting', async () => {
  const { page } = await stage.open({}, TRASH);
  await see(page.getByText(TEXTS.noDeleted)).toBeVisible();
  await see(page.getByText('Notes stay here until you delete them.')).toBeVisible();
  await page.getByRole('button', { name: 'Change when the trash is emptied' }).click();
  const never = page.getByRole('dialog', { name: 'Settings' }).getByRole('radio', { name: 'Never' });
  await see(never).toBeFocused();
  await see(never).toBeInViewport();
  await page.keyboard.press('Escape');
  await see(page.getByRole('button', { name: 'Change when the trash is emptied' })).toBeFocused();
});

test('a search in the trash shows only its hits', async () => {
  const { page } = await stage.open({ notes }, TRASH);
  await see(page.getByText('Notes stay here until you delete them.')).toBeVisible();
  await page.getByPlaceholder(TEXTS.search).fill('elsewhere');
  await see(page.getByText('Notes stay here until you delete them.')).toHaveCount(0);
  await page.getByPlaceholder(TEXTS.search).fill('');
  await see(page.getByText('Notes stay here until you delete them.')).toBeVisible();
});
