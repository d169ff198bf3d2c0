// Accelerators: the valid texts, and which of them are equivalent.
import { describe, expect, test } from 'vitest';
import { acceleratorName, parseAccelerator } from '../../accelerator.ts';

const nameOf = (text: string): string | undefined => {
  const parsed = parseAccelerator(text);
  return parsed && acceleratorName(parsed);
};

test.each([
  ['Control+Shift+N', 'Ctrl+Shift+n'],
  ['shift+ctrl+n', 'Ctrl+Shift+n'],
  [' Ctrl + Alt + Space ', 'Alt+Ctrl+space'],
  ['Super+Return', 'Meta+enter'],
  ['Cmd+Escape', 'Meta+esc'],
  ['Option+F24', 'Alt+f24'],
  ['Ctrl+?', 'Ctrl+Shift+/'],
  ['Ctrl+Plus', 'Ctrl+Shift+='],
  ['Ctrl+-', 'Ctrl+-'],
  ['VolumeUp', 'volumeup'],
  // The last key counts, and unknown words do not.
  ['A+B', 'b'],
  ['Hyper+A', 'a'],
])('the accelerator %s means %s', (text, name) => {
  if (process.platform === 'darwin' && /cmdor/i.test(text)) return;
  expect(nameOf(text)).toBe(name);
});

test('CommandOrControl means Command on macOS and Control on other systems', () => {
  expect(nameOf('CommandOrControl+A')).toBe(process.platform === 'darwin' ? 'Meta+a' : 'Ctrl+a');
  expect(nameOf('CmdOrCtrl+A')).toBe(nameOf('CommandOrControl+A'));
});

describe('invalid accelerators', () => {
  test.each(['', '+', 'Ctrl', 'Ctrl+Shift', 'A+Hyper', 'Ctrl+Ü', 'Ctrl+F25', 'Ctrl+Alt+€'])(
    '%j is not a valid accelerator',
    (text) => {
      expect(parseAccelerator(text)).toBeUndefined();
    },
  );
});
