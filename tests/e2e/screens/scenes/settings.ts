/** The settings in each of their states. */
import type { ImportResult, TransferState } from '#shared/ipc/transfer.ts';
import { EMPTY_RESULT } from '#tests/support/import-result.ts';
import { openSettings } from '../acts.ts';
import type { Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';
import { OVERLAY, PLAIN, THEMES } from '../variants.ts';

const BROKEN_FILES = [
  {
    file: 'Takeout/Keep/Talk in Lisbon.json',
    reason: 'Damaged or incomplete: not valid JSON.',
  },
  { file: 'Takeout/Keep/2019-05-01T08_00_00.000+02_00.json', reason: 'It is not text in UTF-8.' },
];

/** Opens the settings with this state of a transfer and scrolls to their end. */
async function showTransfer(stage: Stage, state: TransferState, shows: string): Promise<void> {
  await openSettings(stage);
  await stage.tell('transfer:changed', state);
  await stage.page.getByRole('dialog').getByText(shows).waitFor();
  await stage.page.getByText('Diagnostics').scrollIntoViewIfNeeded();
}

async function showReport(stage: Stage, result: ImportResult): Promise<void> {
  await openSettings(stage);
  await stage.page.keyboard.press('Escape');
  await stage.tell('transfer:changed', { status: 'imported', result });
  await stage.page.getByRole('dialog', { name: 'Import finished' }).waitFor();
}

const REPORT: ImportResult = {
  added: 1204,
  pinned: 18,
  labels: 27,
  known: 3,
  empty: 1,
  files: { met: 1291, came: 1241, known: 3, leftOut: 45, failed: 2 },
  broken: BROKEN_FILES,
  leftOut: [
    {
      reason: 'Inkling does not read .pdf files.',
      count: 1,
      files: ['Takeout/Keep/ticket.pdf'],
      isExpected: false,
    },
    { reason: 'No words.', count: 1, files: ['Takeout/Keep/2014-02-11.json'], isExpected: false },
    {
      reason: 'Google Takeout’s list of its files was skipped.',
      count: 43,
      files: ['Takeout/archive_browser.html'],
      isExpected: true,
    },
  ],
  losses: [
    { file: 'Talk in Porto', reason: 'The file 15f3a.jpg could not be copied. It was not among the files.' },
  ],
  remarks: [{ file: 'Takeout/Keep/old.txt', reason: 'It was read as Windows-1252.' }],
  pictures: { copied: 37, notCopied: 1, folder: '/home/ada/Pictures/From Keep' },
};

export const SETTINGS: readonly Scene[] = [
  { name: 'settings', variants: OVERLAY, show: openSettings },
  {
    name: 'settings with keys that do not work and chosen languages',
    variants: PLAIN,
    async show(stage) {
      await openSettings(stage);
      const state = await stage.page.evaluate(() => window.inkling.request('settings:get'));
      if (!state.ok) throw new Error('There are no settings');
      await stage.tell('settings:changed', {
        ...state.value,
        settings: {
          ...state.value.settings,
          quickNoteShortcut: 'Control+Shift+K',
          toldOfShortcut: 'Control+Shift+K',
          spellCheckLanguages: ['en-GB', 'de'],
        },
        trash: state.value.trash && { ...state.value.trash, emptyAfter: 30 },
        shortcutProblem:
          'Another program uses these keys. Choose others, or bind the command below to keys in your system’s settings.',
        storeProblem: 'The settings could not be saved: there is no room on the disk.',
      });
      await stage.page.getByText('German').waitFor();
    },
  },
  {
    name: 'settings where the desktop gives the keys away and no keyring is open',
    variants: PLAIN,
    async show(stage) {
      await openSettings(stage);
      const state = await stage.page.evaluate(() => window.inkling.request('settings:get'));
      if (!state.ok) throw new Error('There are no settings');
      await stage.tell('settings:changed', {
        ...state.value,
        desktopKeys: {
          commandBoundIn: 'Settings › Keyboard › View and Customize Shortcuts › Custom Shortcuts',
          shortcutSetIn: 'Settings › Apps › Inkling › Global Shortcuts',
        },
        quickNoteCommand: "'/home/ada/My programs/Inkling-1.4.0-linux-x86_64.AppImage' --quick-note",
        sessionProtection: 'known-key',
      });
      await stage.page.getByRole('switch', { name: 'Stay signed in' }).waitFor();
    },
  },
  {
    name: 'settings asking before the trash is emptied',
    variants: PLAIN,
    async show(stage) {
      await openSettings(stage);
      await stage.page.getByRole('radio', { name: '30 days' }).click();
      await stage.page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'settings while importing',
    variants: THEMES,
    async show(stage) {
      const progress = { kind: 'import', done: 340, total: 1200 } as const;
      await showTransfer(stage, { status: 'running', ...progress }, 'Importing… 28 %');
    },
  },
  { name: 'report of an import', variants: OVERLAY, show: (stage) => showReport(stage, REPORT) },
  {
    name: 'report of an import, unfolded',
    variants: PLAIN,
    async show(stage) {
      await showReport(stage, REPORT);
      for (const name of ['2 files could not be read', '2 files left out'])
        await stage.page.getByRole('button', { name }).click();
      await stage.page.getByText('Inkling does not read .pdf files.').waitFor();
    },
  },
  {
    name: 'report of an import that brought nothing',
    variants: PLAIN,
    async show(stage) {
      const files = { met: 299, came: 0, known: 299, leftOut: 0, failed: 0 };
      await showReport(stage, { ...EMPTY_RESULT, known: 299, files });
    },
  },
  {
    name: 'settings after an import',
    variants: THEMES,
    async show(stage) {
      await showReport(stage, REPORT);
      await stage.page.keyboard.press('Escape');
      await openSettings(stage);
      await stage.page.getByText('Diagnostics').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings after an export',
    variants: THEMES,
    async show(stage) {
      const result = { notes: 128, file: '/home/ada/Documents/Inkling notes 2026-11-21.zip' };
      await showTransfer(stage, { status: 'exported', result }, '128 notes exported.');
    },
  },
];
