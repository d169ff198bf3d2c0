import { expect, test } from 'vitest';
import { letterOf } from '#renderer/keyboard/shortcuts.ts';

test.each([
  ['a Latin letter in another letter’s place', 'a', 'KeyQ', 'a'],
  ['a Latin letter with a mark', 'é', 'KeyE', 'é'],
  ['a sign in a letter’s place', '#', 'KeyK', '#'],
  ['a key with a name', 'Enter', 'Enter', 'Enter'],
  ['a Cyrillic letter in a letter’s place', 'ы', 'KeyS', 's'],
  ['a Greek letter', 'λ', 'KeyL', 'l'],
  ['a Hebrew letter', 'ש', 'KeyA', 'a'],
  ['an Arabic letter', 'ث', 'KeyE', 'e'],
  ['a Cyrillic letter in a sign’s place', 'ж', 'Semicolon', 'ж'],
])('%s, %j at %s, is the key %j of a shortcut', (_what, key, code, letter) => {
  expect(letterOf({ key, code, shiftKey: false })).toBe(letter);
});

test('with Shift, the key of a shortcut is a capital letter', () => {
  expect(letterOf({ key: 'Д', code: 'KeyL', shiftKey: true })).toBe('L');
});
