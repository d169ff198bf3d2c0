/**
 * Key presses on the layouts of several countries, as Chromium reports them: the character that the layout
 * types, and the key's place on a US keyboard.
 */
import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { commandFor, type KeyPress, pressFor } from '#renderer/keyboard/key-press.ts';
import { ALL_COMMANDS, COMMANDS, type CommandId, keysOn } from '#shared/ipc/commands.ts';

/** Except for the sign that begins a label in a text, which is also the key of another command. */
const IDS: readonly CommandId[] = COMMANDS.flatMap(
  ({ commands }): readonly { readonly id: CommandId }[] => commands,
)
  .map(({ id }) => id)
  .filter((id) => id !== 'label');

type Held = 'Ctrl' | 'Alt' | 'Shift' | 'Meta' | 'AltGraph' | 'composing';

function press(key: string, code: string, ...held: readonly Held[]): KeyPress {
  return {
    key,
    code,
    ctrlKey: held.includes('Ctrl'),
    altKey: held.includes('Alt'),
    shiftKey: held.includes('Shift'),
    metaKey: held.includes('Meta'),
    isComposing: held.includes('composing'),
    getModifierState: (name) => name === 'AltGraph' && held.includes('AltGraph'),
  };
}

type Pressed = readonly [key: string, code: string, held: readonly Held[], command: CommandId | null];

const PC: Readonly<Record<string, readonly Pressed[]>> = {
  US: [
    ['n', 'KeyN', ['Ctrl'], 'new-note'],
    ['n', 'KeyN', ['Ctrl', 'Alt'], null],
    ['N', 'KeyN', ['Ctrl', 'Shift'], null],
    ['f', 'KeyF', ['Ctrl', 'Meta'], null],
    ['n', 'KeyN', ['Meta'], null],
    ['j', 'KeyJ', [], 'next'],
    ['J', 'KeyJ', ['Shift'], null],
    ['/', 'Slash', [], 'search'],
    ['?', 'Slash', ['Shift'], 'shortcuts'],
    ['#', 'Digit3', ['Shift'], 'throw-away'],
    ['#', 'Digit3', ['Alt', 'Shift'], null],
    [',', 'Comma', ['Ctrl'], 'settings'],
    ['<', 'Comma', ['Ctrl', 'Shift'], null],
    ['1', 'Digit1', [], 'notes'],
    ['1', 'Numpad1', [], 'notes'],
    ['!', 'Digit1', ['Shift'], null],
    ['Z', 'KeyZ', ['Ctrl', 'Shift'], 'redo'],
    ['y', 'KeyY', ['Ctrl'], 'redo'],
    ['ArrowLeft', 'ArrowLeft', ['Alt'], 'back'],
    ['ArrowLeft', 'ArrowLeft', ['Alt', 'Ctrl'], null],
    ['Enter', 'NumpadEnter', ['Ctrl'], 'save-and-close'],
    ['Enter', 'Enter', ['Meta'], null],
    ['Delete', 'Delete', [], 'throw-away'],
    ['Delete', 'Delete', ['Shift'], null],
    ['Backspace', 'Backspace', [], null],
    ['F3', 'F3', ['Shift'], 'previous-hit'],
  ],
  'US with Caps Lock': [
    ['J', 'KeyJ', [], 'next'],
    ['j', 'KeyJ', ['Shift'], null],
    ['N', 'KeyN', ['Ctrl'], 'new-note'],
    ['z', 'KeyZ', ['Ctrl', 'Shift'], 'redo'],
  ],
  German: [
    ['z', 'KeyY', ['Ctrl'], 'undo'],
    ['y', 'KeyZ', ['Ctrl'], 'redo'],
    ['/', 'Digit7', ['Shift'], 'search'],
    ['?', 'Minus', ['Shift'], 'shortcuts'],
    ['#', 'Backslash', [], 'throw-away'],
    ['-', 'Slash', [], null],
    ['§', 'Digit3', ['Shift'], null],
  ],
  French: [
    ['a', 'KeyQ', ['Ctrl'], 'select-all'],
    [',', 'KeyM', ['Ctrl'], 'settings'],
    ['?', 'KeyM', ['Shift'], 'shortcuts'],
    ['/', 'Period', ['Shift'], 'search'],
    ['#', 'Digit3', ['AltGraph'], 'throw-away'],
    ['#', 'Digit3', ['AltGraph', 'Ctrl', 'Alt'], 'throw-away'],
    ['&', 'Digit1', [], 'notes'],
    ['é', 'Digit2', [], 'archive'],
    ['"', 'Digit3', [], 'trash'],
    ['3', 'Digit3', ['Shift'], 'trash'],
  ],
  Russian: [
    ['о', 'KeyJ', [], 'next'],
    ['О', 'KeyJ', ['Shift'], null],
    ['т', 'KeyN', ['Ctrl'], 'new-note'],
    ['Д', 'KeyL', ['Ctrl', 'Shift'], 'list'],
    ['б', 'Comma', ['Ctrl'], 'settings'],
    [',', 'Slash', ['Ctrl', 'Shift'], 'settings'],
    ['/', 'Backslash', ['Shift'], 'search'],
    ['?', 'Digit7', ['Shift'], 'shortcuts'],
    ['№', 'Digit3', ['Shift'], null],
    ['ж', 'Semicolon', [], null],
  ],
  'Russian with Caps Lock': [['О', 'KeyJ', [], 'next']],
  Greek: [['λ', 'KeyL', [], 'labels']],
  Hindi: [['ि', 'KeyF', ['Ctrl'], 'search']],
  Persian: [['۲', 'Digit2', [], 'archive']],
  Polish: [
    ['l', 'KeyL', [], 'labels'],
    ['ł', 'KeyL', ['AltGraph'], null],
    ['ć', 'KeyC', ['AltGraph'], null],
    ['ę', 'KeyE', ['AltGraph', 'Ctrl', 'Alt'], null],
    ['ń', 'KeyN', ['AltGraph', 'Ctrl', 'Alt'], null],
    ['€', 'KeyU', ['AltGraph'], null],
  ],
  Dvorak: [
    ['w', 'Comma', ['Ctrl'], null],
    [',', 'KeyW', ['Ctrl'], 'settings'],
  ],
  'any, while an input method composes': [
    ['Enter', 'Enter', ['composing', 'Ctrl'], null],
    ['Escape', 'Escape', ['composing'], null],
    ['Process', 'KeyJ', [], null],
    ['Process', 'Comma', ['Ctrl'], null],
  ],
};

const MAC: Readonly<Record<string, readonly Pressed[]>> = {
  US: [
    ['f', 'KeyF', ['Meta'], 'search'],
    ['f', 'KeyF', ['Meta', 'Ctrl'], null],
    ['n', 'KeyN', ['Meta', 'Ctrl'], null],
    ['n', 'KeyN', ['Ctrl'], null],
    ['[', 'BracketLeft', ['Meta'], 'back'],
    ['[', 'BracketLeft', ['Meta', 'Shift'], null],
    ['[', 'BracketLeft', ['Meta', 'Alt'], null],
    [']', 'BracketRight', ['Meta'], 'forward'],
    // macOS reports a small letter with Command and Shift.
    ['z', 'KeyZ', ['Meta', 'Shift'], 'redo'],
    ['y', 'KeyY', ['Meta'], null],
    ['Backspace', 'Backspace', [], 'throw-away'],
    ['Backspace', 'Backspace', ['Meta'], 'throw-away'],
    ['Backspace', 'Backspace', ['Alt'], null],
    ['Delete', 'Delete', [], 'throw-away'],
    ['Enter', 'Enter', ['Ctrl'], null],
    ['ArrowLeft', 'ArrowLeft', ['Alt'], null],
    ['ArrowUp', 'ArrowUp', ['Alt'], 'move-line'],
  ],
  UK: [
    ['#', 'Digit3', ['Alt'], 'throw-away'],
    ['£', 'Digit3', ['Shift'], null],
  ],
  German: [
    ['ü', 'BracketLeft', ['Meta'], 'back'],
    ['[', 'Digit5', ['Meta', 'Alt'], 'back'],
    [']', 'Digit6', ['Meta', 'Alt'], 'forward'],
    // Zooms in.
    ['+', 'BracketRight', ['Meta'], null],
  ],
  French: [
    ['Dead', 'BracketLeft', ['Meta'], 'back'],
    ['^', 'BracketLeft', ['Meta'], 'back'],
    ['$', 'BracketRight', ['Meta'], 'forward'],
    ['#', 'Backquote', ['Shift'], 'throw-away'],
  ],
  Swiss: [
    ['ü', 'BracketLeft', ['Meta'], 'back'],
    ['Dead', 'BracketRight', ['Meta'], 'forward'],
    ['#', 'Digit3', ['Alt'], 'throw-away'],
    ['z', 'KeyY', ['Meta'], 'undo'],
  ],
  Swedish: [['å', 'BracketLeft', ['Meta'], 'back']],
  Russian: [
    ['х', 'BracketLeft', ['Meta'], 'back'],
    ['ъ', 'BracketRight', ['Meta'], 'forward'],
    ['б', 'Comma', ['Meta'], 'settings'],
  ],
  Dvorak: [
    ['=', 'BracketRight', ['Meta'], null],
    ['/', 'BracketLeft', ['Meta'], null],
    ['w', 'Comma', ['Meta'], null],
  ],
};

const presses = (layouts: typeof PC) =>
  Object.entries(layouts).flatMap(([layout, pressed]) =>
    pressed.map(([key, code, held, command]) => ({
      layout,
      key,
      code,
      held,
      keys: [...held, key].join(' '),
      command,
    })),
  );

describe('on Windows and Linux', () => {
  test.each(presses(PC))('layout $layout: $keys at $code is $command', ({ key, code, held, command }) => {
    for (const platform of ['win32', 'linux'])
      expect(commandFor(press(key, code, ...held), platform, IDS)).toBe(command);
  });
});

describe('on a Mac', () => {
  test.each(presses(MAC))('layout $layout: $keys at $code is $command', ({ key, code, held, command }) => {
    expect(commandFor(press(key, code, ...held), 'darwin', IDS)).toBe(command);
  });
});

test.each(['darwin', 'linux'])(
  'on %s, the keys that the app presses for a command are those of the command',
  (platform) => {
    for (const id of IDS) {
      const command = ALL_COMMANDS.find((one) => one.id === id);
      const pressed = command === undefined ? null : pressFor(command, platform);
      if (command === undefined || pressed === null || command.keys[0]?.includes('Arrow') === true) continue;
      const { key = '', ctrlKey = false, metaKey = false, altKey = false, shiftKey = false } = pressed;
      const event = { ...press(key, ''), ctrlKey, metaKey, altKey, shiftKey };
      expect([id, commandFor(event, platform, [id])]).toEqual([id, id]);
    }
  },
);

test('another modifier makes a named key or a letter another key', () => {
  const modifiers = ['ctrlKey', 'metaKey', 'altKey', 'shiftKey'] as const;
  const platforms = fc.constantFrom('darwin', 'win32');
  const properties = [fc.constantFrom(...IDS), platforms, fc.constantFrom(...modifiers)] as const;
  fc.assert(
    fc.property(...properties, (id, platform, modifier) => {
      const command = ALL_COMMANDS.find((one) => one.id === id);
      const pressed = command === undefined ? null : pressFor(command, platform);
      fc.pre(command !== undefined && pressed !== null);
      // A sign may be typed with Shift or Option.
      fc.pre(!/(?:^| )[^\p{L}]$/u.test(keysOn(command, platform)[0] ?? ''));
      const event = { ...press('', ''), ...pressed, [modifier]: pressed[modifier] !== true };
      // Backspace is a key of its command with Command, too.
      fc.pre(event.key !== 'Backspace');
      expect(commandFor(event, platform, [id])).toBeNull();
    }),
  );
});
