import { expect, test } from 'vitest';
import { whyKeysAreRefused } from '#shared/accelerator.ts';
import { DEFAULT_SHORTCUT } from '#shared/settings.ts';

const ALTGR = /AltGr/;
const OPTION = /⌥ with this key writes/;
const ALONE = /^Hold /;

test.each(['win32', 'darwin', 'linux'])('the default shortcut is accepted on %s', (platform) => {
  expect(whyKeysAreRefused(DEFAULT_SHORTCUT, platform)).toBeNull();
});

test.each<[string, string, RegExp | null]>([
  // What AltGr writes on Windows: ń, €, {, an underscore.
  ['win32', 'CommandOrControl+Alt+N', ALTGR],
  ['win32', 'Control+Alt+Shift+N', ALTGR],
  ['win32', 'ctrl+alt+4', ALTGR],
  ['win32', 'Control+Alt+,', ALTGR],
  ['win32', 'Control+Alt+Space', ALTGR],
  ['win32', 'Control+Alt+Plus', ALTGR],
  ['win32', 'Control+Alt+F9', null],
  ['win32', 'Control+Alt+Home', null],
  ['win32', 'Control+Super+Alt+N', null],
  ['win32', 'Control+Shift+N', null],
  ['win32', 'Alt+N', null],
  ['linux', 'CommandOrControl+Alt+N', null],
  ['linux', 'Control+AltGr+N', ALTGR],
  ['darwin', 'CommandOrControl+Alt+N', null],
  ['darwin', 'Alt+N', OPTION],
  ['darwin', 'Alt+Shift+8', OPTION],
  ['darwin', 'Alt+Space', OPTION],
  ['darwin', 'Alt+F9', null],
  ['darwin', 'Control+Alt+N', null],
  ['linux', 'N', ALONE],
  ['linux', 'Shift+N', ALONE],
  ['win32', 'Space', ALONE],
  ['win32', 'Shift+Enter', ALONE],
  ['darwin', 'Shift+Up', ALONE],
  ['win32', 'F8', null],
  ['darwin', 'Shift+F8', null],
])('on %s, the reason to refuse the keys %s is %s', (platform, accelerator, reason) => {
  const why = whyKeysAreRefused(accelerator, platform);
  if (reason === null) expect(why).toBeNull();
  else expect(why).toMatch(reason);
});

test('the reason to refuse keys names the modifier keys of the system', () => {
  expect(whyKeysAreRefused('N', 'win32')).toBe('Hold Ctrl, Alt or Win together with another key.');
  expect(whyKeysAreRefused('N', 'linux')).toBe('Hold Ctrl, Alt or Super together with another key.');
  expect(whyKeysAreRefused('N', 'darwin')).toBe('Hold ⌘, ⌃ or ⌥ together with another key.');
});
