import { mkdtempSync, readFileSync, rmSync, writeFileSync, readdirSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createJsonFile } from '#main/device/json-file.ts';
import { createPreferences, type Preferences } from '#main/device/preferences.ts';
import { DEFAULT_SETTINGS } from '#shared/settings.ts';

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'inkling-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

function open(file: string): Preferences {
  return createPreferences({
    file: createJsonFile(file),
    apply: () => null,
    launchAtLogin: () => undefined,
    facts: () => ({ spellCheckAvailable: [], canLaunchAtLogin: false }),
    onChange: () => undefined,
    onTrouble: () => undefined,
  });
}

test('without a file everything is as it comes', () => {
  const preferences = open(path.join(folder(), 'settings.json'));
  expect(preferences.state.settings).toEqual(DEFAULT_SETTINGS);
});

test('a change is there at the next start', () => {
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

test('a setting that is wrong costs only itself, and one of a newer version stays in the file', () => {
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
  'a file with %j is no settings, and is kept',
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

test('a change that cannot be stored holds, and says so', () => {
  const file = path.join(folder(), 'settings.json');
  const preferences = open(file);
  mkdirSync(file);
  preferences.change({ theme: 'dark' });
  expect(preferences.state.settings.theme).toBe('dark');
  expect(preferences.state.storeProblem).toContain('could not be saved');
});
