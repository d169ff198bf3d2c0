import { describe, expect, test } from 'vitest';
import { whyKeysAreRefused } from '#shared/ipc/accelerator.ts';
import { DEFAULT_SHORTCUT } from '#shared/ipc/settings.ts';

const ALTGR = /AltGr/;
const OPTION = /⌥ with this key writes/;
const ALONE = /^Hold /;

test.each(['win32', 'darwin', 'linux'])('the default shortcut is accepted on %s', (platform) => {
  expect(whyKeysAreRefused(DEFAULT_SHORTCUT, platform)).toBeNull();
});

test.each<[string, string, RegExp | null]>([
  // Characters that AltGr writes on Windows: ń, €, {, an underscore.
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

/** Keys that users need, by their use, on each kind of system. */
const NEEDED: readonly (readonly [use: string, elsewhere: string, mac: string])[] = [
  ['copy', 'Control+C Control+Insert Control+Shift+C', 'Command+C'],
  ['paste', 'Control+V Control+Shift+V', 'Command+V Command+Shift+V Command+Alt+Shift+V'],
  ['cut', 'Control+X', 'Command+X'],
  ['undo', 'Control+Z Alt+Backspace', 'Command+Z'],
  ['redo', 'Control+Y Control+Shift+Z', 'Command+Shift+Z'],
  ['save', 'Control+S Control+Shift+S', 'Command+S Command+Shift+S'],
  ['close a window', 'Control+W Control+F4 Alt+F4', 'Command+W Command+Shift+W Command+Alt+W'],
  ['quit', 'Control+Q', 'Command+Q'],
  ['select everything', 'Control+A', 'Command+A'],
  ['find', 'Control+F', 'Command+F'],
  ['begin something new', 'Control+N', 'Command+N'],
  ['open', 'Control+O', 'Command+O'],
  ['print', 'Control+P', 'Command+P'],
  [
    'switch windows',
    'Alt+Tab Alt+Shift+Tab Control+Tab Control+Shift+Tab Super+Tab Alt+Escape Alt+` Alt+~',
    'Command+Tab Command+Shift+Tab Control+Tab Command+` Command+~ Control+Up',
  ],
  ['log out', 'Control+Alt+Delete', 'Command+Shift+Q'],
  ['hide', '', 'Command+H Command+Alt+H'],
  ['end a program', '', 'Command+Alt+Escape'],
];

describe.each(['win32', 'linux', 'darwin'])('keys that every program needs on %s', (platform) => {
  const needed = NEEDED.flatMap(([use, elsewhere, mac]) =>
    (platform === 'darwin' ? mac : elsewhere)
      .split(' ')
      .filter((keys) => keys !== '')
      .map((keys) => [keys, use] as const),
  );

  test.each(needed)('[C73] %s are refused, because they are needed to %s', (keys, use) => {
    expect(whyKeysAreRefused(keys, platform)).toBe(
      `Every program needs these keys to ${use}. Choose others.`,
    );
  });

  test.each(needed)('[C73] %s are refused however Electron would read them', (keys) => {
    const words = keys.split('+');
    const names: Readonly<Record<string, string>> = {
      Command: 'cmd',
      Control: 'Ctrl',
      Alt: 'Option',
      Escape: 'Esc',
    };
    const either = platform === 'darwin' ? 'Command' : 'Control';
    for (const written of [
      keys.toLowerCase(),
      words.toReversed().join('+'),
      ` ${words.join(' + ')} `,
      `+${words.join('++')}+`,
      words.map((word) => names[word] ?? word).join('+'),
      words.map((word) => (word === either ? 'CommandOrControl' : word)).join('+'),
      `Nonsense+${keys}`,
    ])
      expect(whyKeysAreRefused(written, platform)).not.toBeNull();
  });

  test('all of them are free together with a further modifier key', () => {
    expect(whyKeysAreRefused('Super+Control+Alt+Shift+C', platform)).toBeNull();
  });
});
