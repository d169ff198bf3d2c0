import { mkdirSync, readFileSync, readdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createJsonFile } from '#main/device/json-file.ts';
import { createPreferences, type Preferences } from '#main/device/preferences.ts';
import { DEFAULT_SETTINGS } from '#shared/settings.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

function folder(): string {
  const made = temporaryFolder();
  return made;
}

const FACTS = {
  spellCheckAvailable: [],
  canLaunchAtLogin: false,
  desktopKeys: null,
  quickNoteCommand: 'inkling --quick-note',
  sessionProtection: null,
};

function open(file: string, storeSession = () => {}, onTrouble = (_message: string) => {}): Preferences {
  return createPreferences({
    file: createJsonFile(file),
    apply: () => null,
    launchAtLogin: () => undefined,
    storeSession,
    facts: () => FACTS,
    onChange: () => undefined,
    onTrouble,
  });
}

test('without a settings file, all settings have their defaults', () => {
  const preferences = open(path.join(folder(), 'settings.json'));
  expect(preferences.state.settings).toEqual(DEFAULT_SETTINGS);
});

test('a changed setting is there at the next start', () => {
  const file = path.join(folder(), 'settings.json');
  const preferences = open(file);
  preferences.change({ theme: 'dark', emptyTrashAfter: 30, quickNoteShortcut: null });
  expect(preferences.state.storeProblem).toBeNull();
  expect(open(file).state.settings).toEqual({
    ...DEFAULT_SETTINGS,
    theme: 'dark',
    emptyTrashAfter: 30,
    quickNoteShortcut: null,
  });
  expect(readdirSync(path.dirname(file))).toEqual(['settings.json']);
});

test('the session is stored again when its protection is chosen, and at no other change', () => {
  let stored = 0;
  const preferences = open(path.join(folder(), 'settings.json'), () => (stored += 1));
  preferences.change({ theme: 'dark' });
  expect(stored).toBe(0);
  preferences.change({ keepWithoutKeyStore: true });
  preferences.change({ keepWithoutKeyStore: false });
  expect(stored).toBe(2);
});

test('keys of the quick note in the settings file stay, also if they were an earlier version’s default', () => {
  const file = path.join(folder(), 'settings.json');
  writeFileSync(file, JSON.stringify({ quickNoteShortcut: 'CommandOrControl+Alt+N' }));
  expect(open(file).state.settings.quickNoteShortcut).toBe('CommandOrControl+Alt+N');
});

test('an invalid setting alone falls back to its default, and one of a newer version stays in the file', () => {
  const file = path.join(folder(), 'settings.json');
  const theirs = {
    theme: 'pink',
    startHidden: true,
    emptyTrashAfter: 3,
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
    const kept = readdirSync(path.dirname(file)).map((name) =>
      readFileSync(path.join(path.dirname(file), name), 'utf8'),
    );
    expect(kept).toEqual([text]);
  },
);

test('a changed setting that cannot be stored still applies, and the problem is reported', () => {
  const file = path.join(folder(), 'settings.json');
  const preferences = open(file);
  mkdirSync(file);
  preferences.change({ theme: 'dark' });
  expect(preferences.state.settings.theme).toBe('dark');
  expect(preferences.state.storeProblem).toContain('could not be saved');
});

/** Replaces the file with a folder, so that it exists but cannot be read. @returns a function that restores the file */
function obstruct(file: string): () => void {
  renameSync(file, `${file}.away`);
  mkdirSync(file);
  return () => {
    rmdirSync(file);
    renameSync(`${file}.away`, file);
  };
}

test('settings that cannot be read at the start are reported, and a change leaves the others as they were', () => {
  const file = path.join(folder(), 'settings.json');
  open(file).change({ keepWithoutKeyStore: true, emptyTrashAfter: 30, quickNoteShortcut: null });
  const bringBack = obstruct(file);
  const troubles: string[] = [];
  const preferences = open(file, undefined, (message) => troubles.push(message));
  expect(troubles).toEqual([expect.stringContaining('EISDIR')]);
  bringBack();
  const now = { keepWithoutKeyStore: true, emptyTrashAfter: 30, quickNoteShortcut: null, theme: 'dark' };
  expect(preferences.change({ theme: 'dark' }).settings).toMatchObject(now);
  expect(open(file).state.settings).toMatchObject(now);
});

test('a setting that is changed while the file cannot be read applies, and is stored once it can be', () => {
  const file = path.join(folder(), 'settings.json');
  open(file).change({ emptyTrashAfter: 30, theme: 'light' });
  const bringBack = obstruct(file);
  const preferences = open(file);
  const { settings, storeProblem } = preferences.change({ theme: 'dark' });
  expect(settings.theme).toBe('dark');
  expect(storeProblem).toContain('could not be saved');
  bringBack();
  expect(preferences.change({ startHidden: true }).storeProblem).toBeNull();
  expect(open(file).state.settings).toMatchObject({ emptyTrashAfter: 30, theme: 'dark', startHidden: true });
});
