/** The sync state in the drawer and the top bar, and the list of notes that the cloud refuses. */
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { OBSTACLE_WORDS } from '#shared/base/obstacle.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { MOST_AT_ONCE } from '#shared/ipc/bulk.ts';
import type { SyncState } from '#shared/ipc/sync-state.ts';
import { REASONS } from '#shared/base/reasons.ts';
import type { FakeSetup } from '../fake-setup.ts';
import { openStage, see } from './open-page.ts';

const stage = openStage();

const SYNC: SyncState = { phase: 'live', pending: 0, refused: 1, loaded: true };
const SETUP: FakeSetup = {
  notes: [{ id: 'p', title: 'Poison', refused: 'note-denied' }, { title: 'Bread' }],
  sync: SYNC,
};
const status = (page: Page) => page.getByRole('button', { name: '1 note could not be synced' });

test('a refused note opens for editing from its row', async () => {
  const { page, log } = await stage.open(SETUP);
  await status(page).click();
  const row = page.getByRole('dialog').getByRole('listitem');
  await see(row).toContainText(REASONS['note-denied']);
  await row.getByRole('button').click();
  await see(page.getByRole('dialog', { name: 'Edit note' }).getByLabel(TEXTS.title)).toHaveValue('Poison');
  await see(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await see(page.getByRole('article').filter({ hasText: 'Poison' })).toBeFocused();
  expect(log).toEqual([]);
});

test('a disk without room for a backup is reported once, and again after it had room', async () => {
  const live: SyncState = { phase: 'live', pending: 0, refused: 0, loaded: true };
  const { page, log } = await stage.open({ notes: [{ title: 'Bread' }], sync: live });
  const notice = page
    .locator('[data-toaster-position]')
    .getByRole('listitem')
    .filter({ hasText: 'The disk is too full for a backup of your notes. Free some space.' });
  const setSync = (state: SyncState): Promise<void> =>
    page.evaluate((next) => window.fake.setSync(next), state);
  await see(page.getByRole('article')).toHaveCount(1);
  await see(notice).toHaveCount(0);
  await setSync({ ...live, hasRoomForBackup: false });
  await see(notice).toHaveCount(1);
  await setSync({ ...live, pending: 1, hasRoomForBackup: false });
  await see(notice).toHaveCount(1);
  await notice.getByRole('button', { name: 'Close' }).click();
  await see(notice).toHaveCount(0);
  await setSync({ ...live, hasRoomForBackup: false });
  await setSync(live);
  await see(notice).toHaveCount(0);
  await setSync({ ...live, hasRoomForBackup: false });
  await see(notice).toHaveCount(1);
  await setSync(live);
  await see(notice).toHaveCount(0);
  expect(log).toEqual([]);
});

test('a refused note in the trash opens read-only', async () => {
  const { page } = await stage.open({
    notes: [{ title: 'Poison', list: 'trashed', refused: 'note-denied' }],
    sync: SYNC,
  });
  await status(page).click();
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').click();
  await see(page.getByRole('dialog', { name: 'Note in the trash' }).getByLabel(TEXTS.title)).toBeVisible();
});

test('the list of refused notes returns the focus, and “Try again” shows its result', async () => {
  const { page } = await stage.open(SETUP);
  await status(page).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await see(dialog.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await see(dialog).toHaveCount(0);
  await see(status(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.evaluate(() => window.fake.setSync({ phase: 'live', pending: 1, refused: 0, loaded: true }));
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await see(dialog.getByText('Trying again…')).toBeVisible();
  await page.evaluate(() => window.fake.setSync({ phase: 'live', pending: 0, refused: 0, loaded: true }));
  await see(dialog.getByText('All notes are synced now.')).toBeVisible();
  await page.keyboard.press('Escape');
  await see(dialog).toHaveCount(0);
});

test('the sync state’s text is shown only once: in the open drawer, or else in the profile pop-up', async () => {
  const { page } = await stage.open(SETUP);
  await page.getByRole('button', { name: 'Profile' }).click();
  await see(page.getByRole('dialog', { name: 'Profile' })).toBeVisible();
  await see(page.getByText('1 note could not be synced')).toHaveCount(1);
  await page.setViewportSize({ width: 590, height: 700 });
  const profile = page.getByRole('dialog', { name: 'Profile' });
  await see(profile.getByText('1 note could not be synced')).toBeVisible();
  await see(page.getByText('1 note could not be synced')).toHaveCount(1);
});

test('the profile pop-up of a narrow window also leads to the list of refused notes', async () => {
  const { page } = await stage.open(SETUP, { viewport: { width: 590, height: 700 } });
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('dialog', { name: 'Profile' }).getByText('1 note could not be synced').click();
  await see(page.getByRole('dialog', { name: 'Notes that could not be synced' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await see(page.getByRole('dialog', { name: 'Notes that could not be synced' })).toHaveCount(0);
});

test.each([
  ['in the collapsed drawer', 1180],
  ['in the top bar of a narrow window', 600],
  ['in the top bar of the smallest window', 320],
])('%s the sync state is an icon with the same name', async (_where, width) => {
  const { page } = await stage.open(
    { ...SETUP, settings: { drawerPinned: false } },
    { viewport: { width, height: 700 } },
  );
  await see(status(page)).toBeVisible();
  await page.evaluate(() => window.fake.setSync({ phase: 'live', pending: 0, refused: 0, loaded: true }));
  await see(page.getByRole('img', { name: 'All changes saved' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('the collapsed drawer shows the sync state’s text when it is hovered', async () => {
  const { page } = await stage.open({ settings: { drawerPinned: false } });
  const words = page.getByRole('navigation').getByText('All changes saved');
  await see(words).not.toBeVisible();
  await page.getByRole('navigation').hover();
  await see(words).toBeVisible();
});

test('no text of the sync state moves anything else in the drawer, and each is fully visible', async () => {
  const { page } = await stage.open({ ...SETUP, update: '2.0.0' });
  const place = () => page.getByRole('button', { name: 'Restart to update' }).boundingBox();
  await see(status(page)).toBeVisible();
  const before = await place();
  for (const [state, text] of [
    [{ phase: 'live', pending: 0, refused: 0, loaded: true }, 'All changes saved'],
    [{ phase: 'offline', pending: 9999, refused: 0, loaded: true }, 'Offline – 9,999 changes waiting'],
    [{ phase: 'session-expired', pending: 1, refused: 0, loaded: true }, 'Not syncing'],
  ] as const) {
    await page.evaluate((next) => window.fake.setSync(next), state);
    await see(page.getByText(text)).toBeVisible();
    expect(await place()).toEqual(before);
    const words = page.getByText(text);
    expect(await words.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    expect((await words.boundingBox())?.height).toBeLessThanOrEqual(36);
  }
});

test('a notice about a damaged file stays until it is closed', async () => {
  const sentence = 'The notes file was damaged. It was rebuilt from the cloud.';
  const { page } = await stage.open({ notices: [sentence] }, { clock: true });
  await see(page.locator('.fui-Toast')).toContainText(sentence);
  await page.clock.runFor(120_000);
  await see(page.locator('.fui-Toast')).toContainText(sentence);
  await page.clock.resume();
  await page.locator('.fui-Toast').getByRole('button', { name: 'Close' }).click();
  await see(page.locator('.fui-Toast')).toHaveCount(0);
});

test('an obstacle between the notes and the cloud is shown while it lasts, beside the number of pending changes', async () => {
  const { page } = await stage.open({ notes: [{ title: 'Bread' }], sync: { ...SYNC, refused: 0 } });
  const offline = { phase: 'offline', pending: 2, refused: 0, loaded: true } as const;
  const words = page.getByRole('status').filter({ hasText: OBSTACLE_WORDS['proxy-password'] });
  await page.evaluate((sync) => window.fake.setSync({ ...sync, obstacle: 'proxy-password' }), offline);
  await see(words).toContainText('Your changes are safe on this device.');
  await see(page.getByText('Offline – 2 changes waiting')).toBeVisible();
  await page.evaluate((sync) => window.fake.setSync(sync), offline);
  await see(words).toHaveCount(0);
});

test('a cloud that refuses is named with its cause and what helps, and under Details with its status', async () => {
  const { page } = await stage.open({ notes: [{ title: 'Bread' }], sync: { ...SYNC, refused: 0 } });
  const refusal = { cause: 'index-missing', status: 9 } as const;
  const refused = { phase: 'cloud-refuses', pending: 2, refused: 0, loaded: true, refusal } as const;
  const notice = page.getByRole('status').filter({ hasText: 'lacks the index' });
  await page.evaluate((sync) => window.fake.setSync(sync), refused);
  await see(page.getByText('The cloud refuses', { exact: true })).toBeVisible();
  await see(notice).toContainText('docs/setup.md, step 4. Your changes are safe on this device.');
  await see(notice).not.toContainText('FAILED_PRECONDITION');
  await notice.getByRole('button', { name: 'Details' }).click();
  await see(notice).toContainText('The cloud answered 9 FAILED_PRECONDITION.');
  await page.evaluate((sync) => window.fake.setSync(sync), { ...SYNC, refused: 0 });
  await see(notice).toHaveCount(0);
});

test('missing notes are offered back until the user answers', async () => {
  const missing = MOST_AT_ONCE + 1;
  const sync = { ...SYNC, refused: 0, missing };
  const { page } = await stage.open({ notes: [{ title: 'Bread' }], missing, sync: { ...SYNC, refused: 0 } });
  const notice = page.getByRole('status').filter({ hasText: '1,001 notes are no longer in the cloud' });
  await page.evaluate((state) => window.fake.setSync(state), sync);
  await see(page.getByText('1,001 notes no longer in the cloud', { exact: true })).toBeVisible();
  await see(notice.getByRole('button', { name: 'Dismiss' })).toBeVisible();
  await page.evaluate((state) => window.fake.setSync(state), { ...sync, phase: 'closed' } as const);
  await see(notice).toHaveCount(0);
  await page.evaluate((state) => window.fake.setSync(state), sync);
  await notice.getByRole('button', { name: 'Bring them back' }).click();
  // It was removed last, so it comes back with the second request.
  await see(page.getByText('Removed 0', { exact: true })).toHaveCount(1);
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect
    .poll(() => page.evaluate(() => window.fake.requests.map(({ channel }) => channel)))
    .toContain('missing:dismiss');
});
