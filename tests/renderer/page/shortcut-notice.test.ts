/** The main window's notice that the quick note's keys do not work. */
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { shownKeys } from '#renderer/settings/accelerator.ts';
import { DEFAULT_SHORTCUT } from '#shared/ipc/settings.ts';
import { COMMAND, PAGE_SYSTEM } from '#tests/support/keys.ts';
import { openStage, see } from './open-page.ts';
import { changes, dialogOf, openSettings } from './settings-page.ts';

const stage = openStage();

const TAKEN = 'Another program uses these keys.';
const shortcutNotice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'does not open a quick note' });

test('one notice says which keys do not work, without taking the focus, and leads to the field for others', async () => {
  const { page, log } = await stage.open();
  await page.getByPlaceholder('Search').focus();
  await page.evaluate((shortcutProblem) => window.fake.setSettings({ shortcutProblem }), TAKEN);
  const notice = shortcutNotice(page);
  await see(notice).toContainText(
    `${shownKeys(DEFAULT_SHORTCUT, PAGE_SYSTEM).join(' ')} does not open a quick note. Another program may be using these keys.`,
  );
  await see(page.getByPlaceholder('Search')).toBeFocused();
  // It is stored as told at once, but stays until it is answered.
  await expect.poll(() => changes(page)).toEqual([{ toldOfShortcut: DEFAULT_SHORTCUT }]);
  await see(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Choose other keys' }).click();
  const dialog = dialogOf(page);
  await see(dialog.getByRole('button', { name: 'Change the shortcut' })).toBeFocused();
  await page.keyboard.press('Escape');
  await see(dialog).toHaveCount(0);
  await see(notice).toHaveCount(0);
  // When opened in any other way, the settings begin at their top.
  await page.keyboard.press(`${COMMAND}+,`);
  await see(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  expect(log).toEqual([]);
});

test('the notice returns only for other keys, until these work or it is dismissed', async () => {
  const { page } = await stage.open({ settings: { toldOfShortcut: DEFAULT_SHORTCUT } });
  const notice = shortcutNotice(page);
  const use = (keys: string, problem: string | null) =>
    page.evaluate(
      async ([quickNoteShortcut, shortcutProblem]) => {
        await window.inkling.request('settings:change', { quickNoteShortcut });
        window.fake.setSettings({ shortcutProblem });
      },
      [keys, problem] as const,
    );
  await use(DEFAULT_SHORTCUT, TAKEN);
  await see(page.getByPlaceholder('Take a note...')).toBeVisible();
  await see(notice).toHaveCount(0);
  await use('Control+Shift+K', TAKEN);
  await see(notice).toContainText(shownKeys('Control+Shift+K', PAGE_SYSTEM).join(' '));
  await use('Control+Shift+K', null);
  await see(notice).toHaveCount(0);
  await use('Control+Shift+L', TAKEN);
  await see(notice).toContainText(shownKeys('Control+Shift+L', PAGE_SYSTEM).join(' '));
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await see(notice).toHaveCount(0);
});

test('no notice appears if the settings show the problem, the desktop assigns keys, or no keys are chosen', async () => {
  const { page } = await stage.open();
  const notice = shortcutNotice(page);
  await see(page.getByPlaceholder('Take a note...')).toBeVisible();
  const desktopKeys = { commandBoundIn: 'Settings', shortcutSetIn: 'Settings' };
  await page.evaluate(
    ([problem, keys]) => window.fake.setSettings({ shortcutProblem: problem, desktopKeys: keys }),
    [TAKEN, desktopKeys] as const,
  );
  await see(notice).toHaveCount(0);
  await page.evaluate(() => window.fake.setSettings({ shortcutProblem: null, desktopKeys: null }));
  const dialog = await openSettings(page);
  await dialog.getByRole('button', { name: 'Turn the shortcut off' }).click();
  await page.evaluate((shortcutProblem) => window.fake.setSettings({ shortcutProblem }), TAKEN);
  await see(dialog.getByRole('alert')).toHaveText(TAKEN);
  expect(await changes(page)).toEqual([{ quickNoteShortcut: null }]);
  await dialog.getByRole('button', { name: 'Reset the shortcut' }).click();
  await expect.poll(() => changes(page)).toContainEqual({ toldOfShortcut: DEFAULT_SHORTCUT });
  await page.keyboard.press('Escape');
  await see(dialog).toHaveCount(0);
  await see(notice).toHaveCount(0);
});
