import { describe, expect, test } from 'vitest';
import { type PressedKeys, recordKeys, shownKeys } from '#renderer/settings/accelerator.ts';
import { DEFAULT_SHORTCUT } from '#shared/ipc/settings.ts';

const none = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const ctrl = { ctrlKey: true };
const meta = { metaKey: true };
const alt = { altKey: true };
const shift = { shiftKey: true };

function press(platform: string, key: string, more: Partial<PressedKeys>): string {
  const recorded = recordKeys({ ...none, key, ...more }, platform);
  return recorded.kind === 'accelerator' ? recorded.accelerator : recorded.kind;
}

describe('keys recorded on Linux', () => {
  test.each<[string, Partial<PressedKeys>, string]>([
    ['n', { ...meta, ...alt }, DEFAULT_SHORTCUT],
    ['n', { ...ctrl, ...alt }, 'Control+Alt+N'],
    ['N', { ...ctrl, ...shift }, 'Control+Shift+N'],
    ['1', alt, 'Alt+1'],
    [' ', { ...meta, ...shift }, 'Super+Shift+Space'],
    ['ArrowUp', ctrl, 'Control+Up'],
    ['+', ctrl, 'Control+Plus'],
    [',', ctrl, 'Control+,'],
    // In another script, the key’s position counts.
    ['л', { ...ctrl, code: 'KeyK' }, 'Control+K'],
    ['с', { ...ctrl, code: 'KeyC' }, 'unusable'],
    ['F8', {}, 'F8'],
    ['Control', ctrl, 'unfinished'],
    ['AltGraph', {}, 'unfinished'],
    ['n', {}, 'unusable'],
    ['N', shift, 'unusable'],
    ['Dead', { ...ctrl, code: 'BracketLeft' }, 'unusable'],
    ['AudioVolumeUp', ctrl, 'unusable'],
  ])('on Linux the key %j with %j is recorded as %s', (key, more, accelerator) => {
    expect(press('linux', key, more)).toBe(accelerator);
  });
});

describe('keys recorded on macOS', () => {
  test.each<[string, Partial<PressedKeys>, string]>([
    ['n', { ...meta, ...alt }, DEFAULT_SHORTCUT],
    // Option types another character, so the key’s position counts. Option alone is refused.
    ['˜', { ...alt, ...meta, code: 'KeyN' }, 'Super+Alt+N'],
    ['˜', { ...alt, code: 'KeyN' }, 'unusable'],
    ['n', ctrl, 'Control+N'],
    ['Meta', meta, 'unfinished'],
  ])('on macOS the key %j with %j is recorded as %s', (key, more, accelerator) => {
    expect(press('darwin', key, more)).toBe(accelerator);
  });
});

test('on Windows, AltGr with a letter is refused, and AltGr with a function key is recorded', () => {
  const altGr = { ...ctrl, ...alt };
  expect(press('win32', 'ń', { ...altGr, code: 'KeyN' })).toBe('unusable');
  expect(press('win32', 'F9', altGr)).toBe('Control+Alt+F9');
  expect(press('win32', 'n', { ...meta, ...alt })).toBe(DEFAULT_SHORTCUT);
});

test('the keys of an accelerator have the labels of each system’s keyboards', () => {
  // An earlier version stored accelerators in this form.
  expect(shownKeys('CommandOrControl+Alt+N', 'win32')).toEqual(['Ctrl', 'Alt', 'N']);
  expect(shownKeys('CommandOrControl+Alt+N', 'darwin')).toEqual(['⌘', '⌥', 'N']);
  expect(shownKeys(DEFAULT_SHORTCUT, 'darwin')).toEqual(['⌘', '⌥', 'N']);
  expect(shownKeys(DEFAULT_SHORTCUT, 'linux')).toEqual(['Super', 'Alt', 'N']);
  expect(shownKeys('Super+Shift+Plus', 'win32')).toEqual(['Win', 'Shift', '+']);
  expect(shownKeys('Control+Up', 'win32')).toEqual(['Ctrl', '↑']);
  expect(shownKeys('Control+Up', 'darwin')).toEqual(['⌃', '↑']);
});
