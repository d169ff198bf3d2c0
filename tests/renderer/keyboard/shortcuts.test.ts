import { expect, test } from 'vitest';
import { letterOf } from '#renderer/keyboard/shortcuts.ts';

test.each([
  ['a Latin letter means itself, wherever it stands', 'a', 'KeyQ', 'a'],
  ['so does one with a mark', 'é', 'KeyE', 'é'],
  ['so does a sign, also in a letter’s place', '#', 'KeyK', '#'],
  ['so does a key with a name', 'Enter', 'Enter', 'Enter'],
  ['a Cyrillic letter means the place of its key', 'ы', 'KeyS', 's'],
  ['so does a Greek one', 'λ', 'KeyL', 'l'],
  ['so does a Hebrew one', 'ש', 'KeyA', 'a'],
  ['so does an Arabic one', 'ث', 'KeyE', 'e'],
  ['but not in the place of a sign', 'ж', 'Semicolon', 'ж'],
])('%s', (_what, key, code, letter) => {
  expect(letterOf({ key, code, shiftKey: false })).toBe(letter);
});

test('with Shift it is the large letter', () => {
  expect(letterOf({ key: 'Д', code: 'KeyL', shiftKey: true })).toBe('L');
});
