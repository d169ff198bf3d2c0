import { describe, expect, test } from 'vitest';
import { type PressedKeys, recordKeys, shownKeys } from '#renderer/settings/accelerator.ts';

const none = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const ctrl = { ctrlKey: true };
const meta = { metaKey: true };
const alt = { altKey: true };
const shift = { shiftKey: true };

function press(isMac: boolean, key: string, more: Partial<PressedKeys>): string {
  const recorded = recordKeys({ ...none, key, ...more }, isMac);
  return recorded.kind === 'accelerator' ? recorded.accelerator : recorded.kind;
}

describe('recorded on Windows and Linux', () => {
  test.each<[string, Partial<PressedKeys>, string]>([
    ['n', { ...ctrl, ...alt }, 'CommandOrControl+Alt+N'],
    ['N', { ...ctrl, ...shift }, 'CommandOrControl+Shift+N'],
    ['1', alt, 'Alt+1'],
    [' ', { ...meta, ...shift }, 'Super+Shift+Space'],
    ['ArrowUp', ctrl, 'CommandOrControl+Up'],
    ['+', ctrl, 'CommandOrControl+Plus'],
    [',', ctrl, 'CommandOrControl+,'],
    // In another script the key’s place counts.
    ['т', { ...ctrl, code: 'KeyN' }, 'CommandOrControl+N'],
    ['F8', {}, 'F8'],
    ['Control', ctrl, 'unfinished'],
    ['AltGraph', {}, 'unfinished'],
    ['n', {}, 'unusable'],
    ['N', shift, 'unusable'],
    ['Dead', { ...ctrl, code: 'BracketLeft' }, 'unusable'],
    ['AudioVolumeUp', ctrl, 'unusable'],
  ])('%j with %j is %s', (key, more, accelerator) => {
    expect(press(false, key, more)).toBe(accelerator);
  });
});

describe('recorded on macOS', () => {
  test.each<[string, Partial<PressedKeys>, string]>([
    ['n', { ...meta, ...alt }, 'CommandOrControl+Alt+N'],
    // Option writes another character.
    ['˜', { ...alt, code: 'KeyN' }, 'Alt+N'],
    ['n', ctrl, 'Control+N'],
    ['Meta', meta, 'unfinished'],
  ])('%j with %j is %s', (key, more, accelerator) => {
    expect(press(true, key, more)).toBe(accelerator);
  });
});

test('keys are shown as they are written on them', () => {
  expect(shownKeys('CommandOrControl+Alt+N', false)).toEqual(['Ctrl', 'Alt', 'N']);
  expect(shownKeys('CommandOrControl+Alt+N', true)).toEqual(['⌘', '⌥', 'N']);
  expect(shownKeys('Super+Shift+Plus', false)).toEqual(['Win', 'Shift', '+']);
  expect(shownKeys('Control+Up', true)).toEqual(['⌃', '↑']);
});
