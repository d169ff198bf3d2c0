/** Settings that a page alone cannot turn on. */
import { beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '#shared/ipc/settings.ts';
import { createSettingsQuestion } from '#main/guard/settings-question.ts';

interface Question {
  readonly message: string;
  readonly buttons: readonly string[];
}

const electron = vi.hoisted(() => ({
  questions: [] as Question[],
  /** The number of the pressed button; null: the dialog stays open. */
  answer: 1 as number | null,
}));
vi.mock('electron', () => ({
  BrowserWindow: { getAllWindows: () => [] },
  dialog: {
    showMessageBox(question: Question) {
      electron.questions.push(question);
      const { answer } = electron;
      return answer === null ? Promise.withResolvers().promise : Promise.resolve({ response: answer });
    },
  },
}));

let settings: Settings;
let now: number;
let confirmed: (change: Partial<Settings>) => Promise<Partial<Settings>>;
beforeEach(() => {
  electron.questions.length = 0;
  electron.answer = 1;
  settings = DEFAULT_SETTINGS;
  now = 0;
  confirmed = createSettingsQuestion(
    () => settings,
    () => now,
  );
});

const ASKED = [
  ['launchAtLogin', 'Open Inkling when you log in?'],
  ['storeWithoutKeyStore', 'Store your sign-in without a keyring?'],
] as const;

test('[C71] windows are shown in shared screens again only if the user agrees in a dialog', async () => {
  expect(await confirmed({ hideFromScreenSharing: true })).toEqual({ hideFromScreenSharing: true });
  expect(electron.questions).toEqual([]);
  settings = { ...DEFAULT_SETTINGS, hideFromScreenSharing: true };
  expect(await confirmed({ hideFromScreenSharing: false })).toEqual({});
  electron.answer = 0;
  expect(await confirmed({ hideFromScreenSharing: false })).toEqual({ hideFromScreenSharing: false });
  expect(electron.questions).toMatchObject(
    Array.from({ length: 2 }, () => ({
      message: 'Show Inkling in shared screens and recordings?',
      defaultId: 1,
    })),
  );
});

test('[C71] a page that asks repeatedly gets at most five questions a minute', async () => {
  for (let count = 0; count < 5; count += 1) expect(await confirmed({ launchAtLogin: true })).toEqual({});
  await expect(confirmed({ launchAtLogin: true })).rejects.toMatchObject({ code: 'too-often' });
  expect(electron.questions).toHaveLength(5);
  now = 60_000;
  expect(await confirmed({ launchAtLogin: true })).toEqual({});
});

test.each(ASKED)(
  '[C71] %s is turned on if the user agrees in a dialog, whose default is Cancel',
  async (name, message) => {
    expect(await confirmed({ [name]: true, theme: 'dark' })).toEqual({ theme: 'dark' });
    electron.answer = 0;
    expect(await confirmed({ [name]: true, theme: 'dark' })).toEqual({ [name]: true, theme: 'dark' });
    expect(electron.questions).toMatchObject([
      { message, defaultId: 1, cancelId: 1 },
      { message, defaultId: 1, cancelId: 1 },
    ]);
  },
);

test.each(ASKED)('nothing is asked when %s is turned off, or is on already', async (name) => {
  expect(await confirmed({ [name]: false })).toEqual({ [name]: false });
  settings = { ...DEFAULT_SETTINGS, [name]: true };
  expect(await confirmed({ [name]: true })).toEqual({ [name]: true });
  expect(electron.questions).toEqual([]);
});

test('other settings are changed without a question', async () => {
  const change = { theme: 'dark', startHidden: true, drawerPinned: false, quickNoteShortcut: null } as const;
  expect(await confirmed(change)).toEqual(change);
  expect(electron.questions).toEqual([]);
});

test('only one question is asked at a time, and a setting that is turned on meanwhile stays off', async () => {
  electron.answer = null;
  void confirmed({ launchAtLogin: true });
  expect(await confirmed({ storeWithoutKeyStore: true, theme: 'light' })).toEqual({ theme: 'light' });
  expect(electron.questions).toHaveLength(1);
});
