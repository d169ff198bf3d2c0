/** The settings and the about dialog, with a fake main process that only stores settings. */
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { shownKeys } from '#renderer/settings/accelerator.ts';
import { whyKeysAreRefused } from '#shared/ipc/accelerator.ts';
import type { Uid } from '#shared/note/note.ts';
import { DEFAULT_SHORTCUT } from '#shared/ipc/settings.ts';
import { REASONS } from '#shared/base/reasons.ts';
import { EMPTY_RESULT } from '#tests/support/import-result.ts';
import { COMMAND, PAGE_SYSTEM } from '#tests/support/keys.ts';
import { openStage, see } from './open-page.ts';
import { changes, dialogOf, openSettings } from './settings-page.ts';

const stage = openStage();

/** The name of the button that changes the shortcut, with the labels of the keys on this system. */
const shortcutName = (keys: string): string =>
  `Change the shortcut, now ${shownKeys(keys, PAGE_SYSTEM).join(' ')}`;

/** The account and the number of days of each requested choice, in order. */
function trashChoices(page: Page): Promise<(readonly unknown[])[]> {
  return page.evaluate(() =>
    window.fake.requests
      .filter(({ channel }) => channel === 'settings:empty-trash-after')
      .map(({ args }) => args),
  );
}

test('the settings open from the profile, by keyboard and from a menu, and return the focus', async () => {
  const { page, log } = await stage.open();
  const dialog = dialogOf(page);
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await see(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await see(dialog).toHaveCount(0);
  await see(page.getByRole('button', { name: 'Profile' })).toBeFocused();

  await page.getByPlaceholder('Search').focus();
  await page.keyboard.press(`${COMMAND}+,`);
  await see(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await see(dialog).toHaveCount(0);
  await see(page.getByPlaceholder('Search')).toBeFocused();

  await page.evaluate(() => window.fake.openDialog('settings'));
  await see(dialog).toBeVisible();
  expect(log).toEqual([]);
});

test('[C10] windows can be hidden from screen sharing where the system supports it', async () => {
  const { page } = await stage.open();
  const dialog = await openSettings(page);
  const hide = dialog.getByRole('switch', { name: 'Hide from screen sharing' });
  await see(hide).not.toBeChecked();
  await hide.click();
  await see(hide).toBeChecked();
  expect(await changes(page)).toEqual([{ hideFromScreenSharing: true }]);
  await page.evaluate(() => window.fake.setSettings({ canHideFromScreenSharing: false }));
  await see(hide).toHaveCount(0);
});

test('a setting that could not be changed shows the reason and keeps its value', async () => {
  const { page } = await stage.open({ failing: [['settings:change', 'internal', 'unexpected']] });
  const dialog = await openSettings(page);
  await dialog.getByRole('radio', { name: 'Dark' }).click();
  await see(page.getByText(REASONS['unexpected']).first()).toBeVisible();
  await see(dialog.getByRole('radio', { name: 'Dark' })).not.toBeChecked();
});

test('a shortcut is recorded as it is pressed, refused with a reason, and reset', async () => {
  const { page } = await stage.open();
  const dialog = await openSettings(page);
  const field = dialog.getByRole('button', { name: 'Change the shortcut' });
  const recording = dialog.getByRole('button', { name: 'Press keys…' });
  await see(field).toHaveAccessibleName(shortcutName(DEFAULT_SHORTCUT));
  await field.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('x');
  await see(dialog.getByRole('alert')).toHaveText(whyKeysAreRefused('X', PAGE_SYSTEM) ?? '');
  await page.keyboard.press(`${COMMAND}+c`);
  await see(dialog.getByRole('alert')).toHaveText('Every program needs these keys to copy. Choose others.');
  await page.keyboard.press('Escape');
  await see(dialog.getByRole('alert')).toHaveCount(0);
  await see(field).toHaveAccessibleName(shortcutName(DEFAULT_SHORTCUT));
  await page.keyboard.press('Space');
  await see(recording).toBeFocused();
  await page.keyboard.press('Control+Shift+K');
  await see(field).toHaveAccessibleName(shortcutName('Control+Shift+K'));
  await page.evaluate(() => window.fake.setSettings({ shortcutProblem: 'Another program uses these keys.' }));
  await see(dialog.getByRole('alert')).toHaveText('Another program uses these keys.');
  await dialog.getByRole('button', { name: 'Reset the shortcut' }).click();
  await see(field).toHaveAccessibleName(shortcutName(DEFAULT_SHORTCUT));
  await dialog.getByRole('button', { name: 'Turn the shortcut off' }).click();
  await see(field).toHaveAccessibleName('Change the shortcut, now none');
  const chosen = (await changes(page)).filter((change) => 'quickNoteShortcut' in change);
  expect(chosen).toEqual([
    { quickNoteShortcut: 'Control+Shift+K' },
    { quickNoteShortcut: DEFAULT_SHORTCUT },
    { quickNoteShortcut: null },
  ]);
  const passed = await page.evaluate(() =>
    window.fake.requests
      .filter(({ channel }) => channel === 'settings:record-keys')
      .map(({ args }) => args[0]),
  );
  expect(passed).toEqual([true, false, true, false]);
});

test('on a desktop that assigns keys itself, the command comes first, then the shortcut with its switch', async () => {
  const { page } = await stage.open();
  const dialog = await openSettings(page);
  await page.evaluate(() =>
    window.fake.setSettings({
      desktopKeys: {
        commandBoundIn: 'Settings › Keyboard › Custom Shortcuts',
        shortcutSetIn: 'Settings › Apps › Inkling › Global Shortcuts',
      },
    }),
  );
  await see(dialog.getByRole('region', { name: 'Quick note' })).toHaveText(
    /Opens a quick note, ready to type\. Bind it to keys in Settings › Keyboard › Custom Shortcuts\..*inkling --quick-note.*Your desktop can also give Inkling keys, which you change in Settings › Apps › Inkling › Global Shortcuts\. You may have to click/su,
  );
  await see(dialog.getByRole('button', { name: 'Copy' })).toBeVisible();
  await see(dialog.getByRole('button', { name: 'Change the shortcut' })).toHaveCount(0);
  const shortcut = dialog.getByRole('switch', { name: 'Shortcut' });
  await see(shortcut).toBeChecked();
  await shortcut.click();
  await see(shortcut).not.toBeChecked();
  await shortcut.click();
  await see(shortcut).toBeChecked();
  expect(await changes(page)).toEqual([{ quickNoteShortcut: null }, { quickNoteShortcut: DEFAULT_SHORTCUT }]);
  await page.evaluate(() => window.fake.setSettings({ shortcutProblem: 'Your desktop gives no keys.' }));
  await see(dialog.getByRole('alert')).toHaveText('Your desktop gives no keys.');
});

test('the command that opens a quick note is shown and copied', async () => {
  const { page } = await stage.open();
  const dialog = await openSettings(page);
  const command = "'/home/ada/My Apps/Inkling.AppImage' --quick-note";
  await page.evaluate((quickNoteCommand) => window.fake.setSettings({ quickNoteCommand }), command);
  await see(dialog.getByText(command)).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await see(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  const request = await page.evaluate(() =>
    window.fake.requests.find(({ channel }) => channel === 'app:copy-text'),
  );
  expect(request?.args).toEqual([command]);
});

test('staying signed in is offered only if no key store protects the session', async () => {
  const { page } = await stage.open();
  const dialog = await openSettings(page);
  const stay = dialog.getByRole('switch', { name: 'Stay signed in' });
  await see(stay).toHaveCount(0);
  await page.evaluate(() => window.fake.setSettings({ sessionProtection: 'known-key' }));
  await see(stay).not.toBeChecked();
  await stay.click();
  await see(stay).toBeChecked();
  await stay.click();
  await see(stay).not.toBeChecked();
  expect(await changes(page)).toEqual([{ storeWithoutKeyStore: true }, { storeWithoutKeyStore: false }]);
  await page.evaluate(() => window.fake.setSettings({ sessionProtection: 'none' }));
  await see(stay).toHaveCount(0);
  await see(dialog.getByText('This computer has no key to protect your sign-in')).toBeVisible();
});

test('the spelling is checked in the system’s languages, in some, or not at all', async () => {
  const { page } = await stage.open();
  const dialog = await openSettings(page);
  const ways = dialog.getByRole('radiogroup', { name: 'Languages' });
  await ways.getByRole('radio', { name: 'Choose' }).click();
  await dialog.getByRole('combobox', { name: 'Languages to check' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'German' }).click();
  await see(dialog.getByRole('combobox')).toHaveText('American English, German');
  await page.keyboard.press('Escape');
  await see(dialog).toBeVisible();
  await ways.getByRole('radio', { name: 'Off' }).click();
  await see(dialog.getByRole('combobox')).toHaveCount(0);
  await ways.getByRole('radio', { name: 'System' }).click();
  const languages = (await changes(page)).map(({ spellCheckLanguages }) => spellCheckLanguages);
  expect(languages).toEqual([['en-US'], ['en-US', 'de'], [], null]);
  await page.evaluate(() => window.fake.setSettings({ spellCheckAvailable: [] }));
  await see(dialog.getByText('Your system detects the language.')).toBeVisible();
});

test('emptying the trash sooner needs a confirmation, emptying it later does not', async () => {
  const { page } = await stage.open();
  const dialog = await openSettings(page);
  const days = (name: string) => dialog.getByRole('radio', { name, exact: true });
  await days('7 days').click();
  const question = page.getByRole('alertdialog');
  await see(question).toContainText('deleted forever, on all your devices');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await see(question).toHaveCount(0);
  await see(days('Never')).toBeChecked();
  await days('7 days').click();
  await question.getByRole('button', { name: 'Delete after 7 days' }).click();
  await see(days('7 days')).toBeChecked();
  await see(
    dialog.getByText('Notes that have not changed in the trash for 7 days are deleted forever'),
  ).toBeVisible();
  await days('30 days').click();
  await see(days('30 days')).toBeChecked();
  await days('Never').click();
  await see(question).toHaveCount(0);
  expect(await trashChoices(page)).toEqual([
    ['u1', 7],
    ['u1', 30],
    ['u1', null],
  ]);
});

test('each account has its own choice for its trash, and a question is about one account', async () => {
  const { page } = await stage.open();
  const dialog = await openSettings(page);
  const days = (name: string) => dialog.getByRole('radio', { name, exact: true });
  const question = page.getByRole('alertdialog');
  const signInAs = (uid: string) =>
    page.evaluate((name) => {
      const user = { uid: name as Uid, email: `${name}@example.org`, name, picture: null };
      window.fake.setSession({ status: 'signed-in', expired: false, signingIn: false, user });
    }, uid);
  await days('30 days').click();
  await question.getByRole('button', { name: 'Delete after 30 days' }).click();
  await see(days('30 days')).toBeChecked();
  await days('7 days').click();
  await see(question).toBeVisible();
  await signInAs('ben');
  await see(question).toHaveCount(0);
  await see(days('Never')).toBeChecked();
  await signInAs('u1');
  await see(days('30 days')).toBeChecked();
  expect(await trashChoices(page)).toEqual([['u1', 30]]);
});

test('until the choice of a new account is known, that of the previous one is not shown', async () => {
  const { page } = await stage.open();
  const dialog = await openSettings(page);
  const group = dialog.getByRole('radiogroup', { name: 'Empty the trash after' });
  await see(group).toBeVisible();
  // The settings still have the previous account.
  await page.evaluate(() => window.fake.setSettings({ trash: { uid: 'before' as Uid, emptyAfter: 7 } }));
  await see(group).toHaveCount(0);
  await page.evaluate(() => window.fake.setSettings({ trash: { uid: 'u1' as Uid, emptyAfter: null } }));
  await see(group.getByRole('radio', { name: 'Never' })).toBeChecked();
});

test('an import shows its progress, can be stopped, and lists what could not be read', async () => {
  const { page } = await stage.open();
  const dialog = await openSettings(page);
  await dialog.getByRole('button', { name: 'Choose a folder…' }).click();
  await see(dialog.getByText('Importing…')).toBeVisible();
  await see(dialog.getByRole('button', { name: 'Choose files…' })).toHaveAttribute('aria-disabled', 'true');
  await page.evaluate(() =>
    window.fake.setTransfer({ status: 'running', kind: 'import', done: 1, total: 4 }),
  );
  await see(dialog.getByRole('progressbar', { name: 'Importing… 25 %' })).toHaveAttribute(
    'aria-valuenow',
    '1',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await see(dialog.getByText('Import stopped.')).toBeVisible();
  const broken = [{ file: 'Takeout/Keep/a.json', reason: 'It is damaged.' }];
  await page.evaluate(
    ([files, imported]) =>
      window.fake.setTransfer({
        status: 'imported',
        result: { ...imported, added: 2, known: 1, broken: files },
      }),
    [broken, EMPTY_RESULT] as const,
  );
  const report = page.getByRole('dialog', { name: 'Import finished' });
  await see(report.getByRole('definition').first()).toHaveText('2');
  await report.getByRole('button', { name: '1 file could not be read' }).click();
  const list = report.getByRole('list', { name: '1 file could not be read' });
  await see(list.getByRole('listitem')).toHaveText(['Takeout/Keep/a.jsonIt is damaged.']);
  await page.keyboard.press('Escape');
  await see(report).toHaveCount(0);
  await see(
    dialog.getByRole('status').filter({ hasText: '2 notes imported. 1 was already here.' }),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Show report…' }).click();
  await see(report).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await see(dialog.getByRole('button', { name: 'Show report…' })).toHaveCount(0);
  const request = await page.evaluate(() =>
    window.fake.requests.find(({ channel }) => channel === 'transfer:import'),
  );
  expect(request?.args).toEqual(['u1', 'folder']);
});

/** Begins an import whose end is shown on the board. */
async function startImport(page: Page): Promise<void> {
  const dialog = await openSettings(page);
  await dialog.getByRole('button', { name: 'Choose files…' }).click();
  await see(dialog.getByText('Importing…')).toBeVisible();
  await page.keyboard.press('Escape');
  await see(dialog).toHaveCount(0);
}

test('the report of an import opens over the board, and offers to show its notes and to save the report', async () => {
  const { page } = await stage.open();
  await startImport(page);
  const result = {
    ...EMPTY_RESULT,
    added: 299,
    pinned: 7,
    labels: 12,
    files: { met: 305, came: 301, known: 0, leftOut: 4, failed: 0 },
    leftOut: [
      { reason: 'Inkling does not read .pdf files.', count: 4, files: ['a.pdf'], isExpected: false },
      { reason: 'Keep’s web-page copies were skipped.', count: 7, files: ['a.html'], isExpected: true },
    ],
    losses: [{ file: 'Trip', reason: 'The file a.jpg could not be copied. It was not among the files.' }],
    pictures: { copied: 2, notCopied: 1, folder: '/home/ada/Pictures' },
  };
  await page.evaluate((imported) => {
    location.hash = '/archive';
    window.fake.setTransfer({ status: 'imported', result: imported });
  }, result);
  const report = page.getByRole('dialog', { name: 'Import finished' });
  await see(report.getByRole('definition')).toHaveText(['299', '7', '12', '2']);
  await see(report).toContainText(
    'Attached files are in /home/ada/Pictures. Keep’s web-page copies were skipped.',
  );
  await see(report.getByText('299')).toHaveCount(1);
  await see(report.getByText('not copied')).toHaveCount(0);
  await see(report.getByText('Inkling does not read .pdf files.')).toHaveCount(0);
  await report.getByRole('button', { name: '4 files left out' }).click();
  await see(report.getByText('Inkling does not read .pdf files.')).toBeVisible();
  await report.getByRole('button', { name: 'Save report…' }).click();
  await see
    .poll(() => page.evaluate(() => window.fake.requests.map(({ channel }) => channel)))
    .toContain('transfer:save-report');
  await report.getByRole('button', { name: 'Show them' }).click();
  await see(report).toHaveCount(0);
  expect(await page.evaluate(() => location.hash)).toBe('#/');
});

test('the report of an import without new notes says that all notes are here already', async () => {
  const { page } = await stage.open();
  await startImport(page);
  await page.evaluate((imported) => window.fake.setTransfer({ status: 'imported', result: imported }), {
    ...EMPTY_RESULT,
    known: 299,
  });
  const report = page.getByRole('dialog', { name: 'Import finished' });
  await see(report).toContainText('Nothing new: all 299 notes are already here.');
  await see(report.getByRole('definition')).toHaveCount(0);
  await report.getByRole('button', { name: 'Close', exact: true }).last().click();
  await see(report).toHaveCount(0);
});

test('a toast reports the end of an export if the settings were closed meanwhile', async () => {
  const { page } = await stage.open();
  const dialog = await openSettings(page);
  await dialog.getByRole('button', { name: 'Export…' }).click();
  await see(dialog.getByRole('progressbar')).toBeVisible();
  await page.keyboard.press('Escape');
  await see(dialog).toHaveCount(0);
  const result = { notes: 12, file: '/home/ada/Inkling notes 2026-11-21.zip' };
  await page.evaluate(
    (exported) => window.fake.setTransfer({ status: 'exported', result: exported }),
    result,
  );
  await see(page.getByText('12 notes exported.').first()).toBeVisible();
  const again = await openSettings(page);
  await see(again.getByText(result.file)).toBeVisible();
  await again.getByRole('button', { name: 'Show file' }).click();
  const channels = await page.evaluate(() => window.fake.requests.map(({ channel }) => channel));
  expect(channels).toContain('transfer:show-export');
});

test('a toast says once that an import was interrupted', async () => {
  const { page } = await stage.open();
  await see(page.getByPlaceholder('Search')).toBeVisible();
  const sentence = 'An import was interrupted. Import the same files again to add what is missing.';
  const tellInterruption = () =>
    page.evaluate(
      (reason) => window.fake.setTransfer({ status: 'failed', kind: 'import', reason }),
      sentence,
    );
  await tellInterruption();
  await tellInterruption();
  const toast = page.getByText(sentence).filter({ visible: true });
  await see(toast.first()).toBeVisible();
  await see(toast).toHaveCount(1);
});

test('the about dialog names the version, the project’s page, and licences with their texts', async () => {
  const homepage = 'https://example.org/inkling';
  const { page, log } = await stage.open({ info: { version: '1.2.3', localCloud: false, homepage } });
  const settings = await openSettings(page);
  await settings.getByRole('button', { name: 'About…' }).click();
  const about = page.getByRole('dialog', { name: 'About Inkling' });
  await see(about.getByText('Inkling 1.2.3')).toBeVisible();
  await about.getByRole('link', { name: 'Project page' }).click();
  const opened = await page.evaluate(() =>
    window.fake.requests.find(({ channel }) => channel === 'app:open-external'),
  );
  expect(opened?.args).toEqual([homepage]);
  await about.getByText('react-dom', { exact: true }).click();
  await see(about.getByText('Permission is hereby granted')).toBeVisible();
  await page.keyboard.press('Escape');
  await see(page.getByRole('dialog')).toHaveCount(0);
  expect(log).toEqual([]);
});

test('new notes, such as those of an import, make the settings request the storage again', async () => {
  const { page } = await stage.open();
  await openSettings(page);
  const requestCount = () =>
    page.evaluate(() => window.fake.requests.filter(({ channel }) => channel === 'settings:storage').length);
  await expect.poll(requestCount).toBe(1);
  await page.evaluate(() => window.fake.arrive({ title: 'New' }));
  await expect.poll(requestCount).toBe(2);
});
