import { mkdirSync, readFileSync, readdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createJsonFile } from '#main/device/json-file.ts';
import { createPreferences, type Preferences } from '#main/device/preferences.ts';
import { createSettingsFile, type SettingsFile } from '#main/device/settings-file.ts';
import type { Uid } from '#shared/note/note.ts';
import { DEFAULT_SETTINGS, type SettingsState, type TrashDays } from '#shared/ipc/settings.ts';
import type { Report } from '#shared/base/log.ts';
import { reportTo } from '#tests/support/log-lines.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

function folder(): string {
  const made = temporaryFolder();
  return made;
}

const FACTS = {
  spellCheckAvailable: [],
  canLaunchAtLogin: false,
  canHideFromScreenSharing: false,
  desktopKeys: null,
  quickNoteCommand: 'inkling --quick-note',
  sessionProtection: null,
};

interface OpenOptions {
  /** The signed-in account; by default there is none. */
  readonly account?: () => Uid | null;
  readonly storeSession?: () => void;
  readonly onChange?: (state: SettingsState) => void;
  readonly onTrouble?: Report;
}

type Opened = Preferences & Pick<SettingsFile, 'trashDaysOf'>;

function open(file: string, options: OpenOptions = {}): Opened {
  const settingsFile = createSettingsFile(createJsonFile(file), options.onTrouble ?? (() => undefined));
  const preferences = createPreferences({
    file: settingsFile,
    account: () => null,
    apply: () => null,
    launchAtLogin: () => undefined,
    storeSession: () => undefined,
    facts: () => FACTS,
    onChange: () => undefined,
    onTrouble: () => undefined,
    ...options,
  });
  return Object.assign(preferences, { trashDaysOf: (uid: Uid) => settingsFile.trashDaysOf(uid) });
}

const ada = 'ada' as Uid;
const ben = 'ben' as Uid;

const daysOf = (preferences: Opened, ...uids: readonly Uid[]): readonly TrashDays[] =>
  uids.map((uid) => preferences.trashDaysOf(uid));

/** The preferences while this account is signed in. */
const openFor = (uid: Uid | null, file: string): Opened => open(file, { account: () => uid });

test('without a settings file, all settings have their defaults', () => {
  const preferences = open(path.join(folder(), 'settings.json'));
  expect(preferences.state.settings).toEqual(DEFAULT_SETTINGS);
});

test('a changed setting survives a restart', () => {
  const file = path.join(folder(), 'settings.json');
  const preferences = open(file);
  preferences.change({ theme: 'dark', startHidden: true, quickNoteShortcut: null });
  expect(preferences.state.storeProblem).toBeNull();
  expect(open(file).state.settings).toEqual({
    ...DEFAULT_SETTINGS,
    theme: 'dark',
    startHidden: true,
    quickNoteShortcut: null,
  });
  expect(readdirSync(path.dirname(file))).toEqual(['settings.json']);
});

test('the session is stored again when its protection is chosen, and at no other change', () => {
  let stored = 0;
  const preferences = open(path.join(folder(), 'settings.json'), {
    storeSession: () => void (stored += 1),
  });
  preferences.change({ theme: 'dark' });
  expect(stored).toBe(0);
  preferences.change({ storeWithoutKeyStore: true });
  preferences.change({ storeWithoutKeyStore: false });
  expect(stored).toBe(2);
});

test('keys of the quick note in the settings file stay, even if they were an earlier version’s default', () => {
  const file = path.join(folder(), 'settings.json');
  writeFileSync(file, JSON.stringify({ quickNoteShortcut: 'CommandOrControl+Alt+N' }));
  expect(open(file).state.settings.quickNoteShortcut).toBe('CommandOrControl+Alt+N');
});

test('an invalid setting alone falls back to its default, and a setting of a newer version stays in the file', () => {
  const file = path.join(folder(), 'settings.json');
  const theirs = {
    theme: 'pink',
    startHidden: true,
    spellCheckLanguages: ['de', 7],
    newer: 1,
  };
  writeFileSync(file, JSON.stringify(theirs));
  const preferences = open(file);
  expect(preferences.state.settings).toEqual({ ...DEFAULT_SETTINGS, startHidden: true });
  preferences.change({ launchAtLogin: true });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    newer: 1,
    launchAtLogin: true,
    theme: 'system',
  });
});

test.each(['', '{', 'null', '[]', '"text"', '\0\0\0'])(
  'a settings file with %j gives the defaults, and its content is retained',
  (text) => {
    const file = path.join(folder(), 'settings.json');
    writeFileSync(file, text);
    expect(open(file).state.settings).toEqual(DEFAULT_SETTINGS);
    const texts = readdirSync(path.dirname(file)).map((name) =>
      readFileSync(path.join(path.dirname(file), name), 'utf8'),
    );
    expect(texts).toEqual([text]);
  },
);

test('a changed setting that cannot be stored still applies, and the problem is reported', () => {
  const place = path.join(folder(), 'gone');
  mkdirSync(place);
  const preferences = open(path.join(place, 'settings.json'));
  rmdirSync(place);
  preferences.change({ theme: 'dark' });
  expect(preferences.state.settings.theme).toBe('dark');
  expect(preferences.state.storeProblem).toContain('could not be saved');
});

/**
 * Replaces the file with a folder, so that it exists but is unreadable. @returns a function that restores it
 */
function obstruct(file: string): () => void {
  renameSync(file, `${file}.away`);
  mkdirSync(file);
  return () => {
    rmdirSync(file);
    renameSync(`${file}.away`, file);
  };
}

test('settings that cannot be read at the start are reported, and a change does not affect the others', () => {
  const file = path.join(folder(), 'settings.json');
  open(file).change({ storeWithoutKeyStore: true, startHidden: true, quickNoteShortcut: null });
  const bringBack = obstruct(file);
  const troubles: string[] = [];
  const preferences = open(file, { onTrouble: reportTo(troubles) });
  expect(troubles).toEqual([expect.stringContaining('EISDIR')]);
  bringBack();
  const now = { storeWithoutKeyStore: true, startHidden: true, quickNoteShortcut: null, theme: 'dark' };
  expect(preferences.change({ theme: 'dark' }).settings).toMatchObject(now);
  expect(open(file).state.settings).toMatchObject(now);
});

test('a setting that is changed while the file cannot be read applies, and is stored once it can be', () => {
  const file = path.join(folder(), 'settings.json');
  open(file).change({ launchAtLogin: true, theme: 'light' });
  const bringBack = obstruct(file);
  const preferences = open(file);
  const { settings, storeProblem } = preferences.change({ theme: 'dark' });
  expect(settings.theme).toBe('dark');
  expect(storeProblem).toContain('could not be saved');
  bringBack();
  expect(preferences.change({ startHidden: true }).storeProblem).toBeNull();
  expect(open(file).state.settings).toMatchObject({ launchAtLogin: true, theme: 'dark', startHidden: true });
});

describe('the number of days after which the trash is emptied', () => {
  test('is chosen by each account separately, is off until then, and survives a restart', () => {
    const file = path.join(folder(), 'settings.json');
    let account: Uid | null = ada;
    const told: unknown[] = [];
    const preferences = open(file, { account: () => account, onChange: ({ trash }) => told.push(trash) });
    expect(preferences.state.trash).toEqual({ uid: ada, emptyAfter: null });
    const { trash, storeProblem } = preferences.chooseTrashDays(ada, 7);
    expect([trash, storeProblem]).toEqual([{ uid: ada, emptyAfter: 7 }, null]);
    expect(told).toEqual([{ uid: ada, emptyAfter: 7 }]);
    account = null;
    expect(preferences.state.trash).toBeNull();
    account = ben;
    expect(preferences.state.trash).toEqual({ uid: ben, emptyAfter: null });
    preferences.chooseTrashDays(ben, 30);
    expect(daysOf(preferences, ada, ben)).toEqual([7, 30]);
    expect(daysOf(openFor(null, file), ada, ben, 'cleo' as Uid)).toEqual([7, 30, null]);
  });

  test('cannot be chosen for an account that is not signed in', () => {
    const file = path.join(folder(), 'settings.json');
    for (const account of [ben, null]) {
      const preferences = openFor(account, file);
      expect(() => preferences.chooseTrashDays(ada, 7)).toThrow(
        expect.objectContaining({ code: 'not-signed-in' }),
      );
      expect(preferences.trashDaysOf(ada)).toBeNull();
    }
    expect(readdirSync(path.dirname(file))).toEqual([]);
  });

  test('[C8] is in the file without the account’s id, and is removed once it is “never” again', () => {
    const file = path.join(folder(), 'settings.json');
    const preferences = openFor('ada.marlowe@example.org' as Uid, file);
    preferences.chooseTrashDays('ada.marlowe@example.org' as Uid, 7);
    expect(readFileSync(file, 'utf8')).not.toContain('ada');
    preferences.chooseTrashDays('ada.marlowe@example.org' as Uid, null);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('emptyTrashAfter', {});
  });

  test('does not change when another setting changes', () => {
    const file = path.join(folder(), 'settings.json');
    openFor(ada, file).chooseTrashDays(ada, 7);
    open(file).change({ theme: 'dark' });
    const later = openFor(ben, file);
    later.chooseTrashDays(ben, 30);
    expect(daysOf(openFor(null, file), ada, ben)).toEqual([7, 30]);
    expect(later.state.settings.theme).toBe('dark');
  });

  test.for([7, '7', [7], null, 'all', { all: 7 }])(
    'is “never” for every account if the file has %j in its place',
    (emptyTrashAfter) => {
      const file = path.join(folder(), 'settings.json');
      writeFileSync(file, JSON.stringify({ emptyTrashAfter, theme: 'dark' }));
      const preferences = openFor(ada, file);
      expect(preferences.state.trash).toEqual({ uid: ada, emptyAfter: null });
      expect(preferences.state.settings.theme).toBe('dark');
      preferences.chooseTrashDays(ada, 30);
      expect(daysOf(openFor(null, file), ada, ben)).toEqual([30, null]);
    },
  );

  test.for([3, '7', [7], true, { days: 7 }])(
    'is “never” for the one account whose value in the file is %j',
    (wrong) => {
      const file = path.join(folder(), 'settings.json');
      openFor(ada, file).chooseTrashDays(ada, 7);
      openFor(ben, file).chooseTrashDays(ben, 30);
      const text = readFileSync(file, 'utf8');
      expect(text).toContain(': 7');
      writeFileSync(file, text.replace(': 7', `: ${JSON.stringify(wrong)}`));
      expect(daysOf(openFor(null, file), ada, ben)).toEqual([null, 30]);
    },
  );

  test('is “never” while the file cannot be read; a choice made meanwhile applies and is added to the others', () => {
    const file = path.join(folder(), 'settings.json');
    for (const uid of [ada, ben]) openFor(uid, file).chooseTrashDays(uid, 7);
    const bringBack = obstruct(file);
    const preferences = openFor(ada, file);
    expect(daysOf(preferences, ada, ben)).toEqual([null, null]);
    expect(preferences.chooseTrashDays(ada, 30).trash).toEqual({ uid: ada, emptyAfter: 30 });
    bringBack();
    preferences.chooseTrashDays(ada, null);
    expect(daysOf(preferences, ada, ben)).toEqual([null, 7]);
    expect(daysOf(openFor(null, file), ada, ben)).toEqual([null, 7]);
  });
});
