/** Compares the list of shortcuts with the pages' source code, and checks how it names keys. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keysOf, nameKeys, SHORTCUTS } from '#renderer/keyboard/shortcut-groups.ts';
import { ALL_COMMANDS } from '#shared/ipc/commands.ts';

const RENDERER = path.resolve(import.meta.dirname, '../../../src/renderer');

/** Where the pages name the commands that they handle. */
const HANDLED = /\b(?:commandOf|useShortcut|useAppCommand|CARD_COMMANDS =)[^;)\]]*/g;
/** The search box and the texts of notes handle these keys as part of their own. */
const KEYS_OF_FIELDS = ['first-hit', 'label', 'move-line', 'nest'];

test('the pages handle each listed command', () => {
  const handled = globSync('**/*.{ts,tsx}', { cwd: RENDERER })
    .flatMap((file) => readFileSync(path.join(RENDERER, file), 'utf8').match(HANDLED) ?? [])
    .join('\n');
  const ids = SHORTCUTS.flatMap(({ commands }) => commands).map(({ id }) => id);
  expect(ids.filter((id) => !handled.includes(`'${id}'`)).toSorted()).toEqual(KEYS_OF_FIELDS);
});

const namesOf = (id: string, platform: string): readonly string[] => {
  const command = ALL_COMMANDS.find((one) => one.id === id);
  return command === undefined ? [] : keysOf(command, platform);
};

test.each([
  ['back', ['⌘ ['], ['Alt ←']],
  ['redo', ['⇧ ⌘ Z'], ['Ctrl Shift Z', 'Ctrl Y']],
  ['move-line', ['⌥ ↑', '⌥ ↓'], ['Alt ↑', 'Alt ↓']],
  ['throw-away', ['#', '⌫', '⌘ ⌫', '⌦'], ['#', 'Delete']],
  ['select-beside', ['⇧ Arrow keys'], ['Shift Arrow keys']],
  ['close', ['Esc'], ['Esc']],
])('the keys of “%s” are named %j on a Mac and %j elsewhere', (id, onMac, elsewhere) => {
  expect(namesOf(id, 'darwin')).toEqual(onMac);
  expect(namesOf(id, 'linux')).toEqual(elsewhere);
});

test('a tooltip names keys as the list does', () => {
  expect(nameKeys(['Meta', 'Shift', 'L'], 'darwin')).toBe('⇧ ⌘ L');
  expect(nameKeys(['Control', 'Shift', 'L'], 'win32')).toBe('Ctrl Shift L');
});
