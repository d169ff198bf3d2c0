/**
 * The keys that may open the quick note from any program. A global shortcut takes its keys away from every
 * program, so keys that write a character or have a common use are refused. Keys are given as Electron
 * accelerators.
 */

const FUNCTION_KEY = /^f\d{1,2}$/;
const WRITES_NOTHING =
  /^(?:f\d{1,2}|up|down|left|right|home|end|pageup|pagedown|insert|delete|backspace|enter|return|tab|esc|escape|printscreen|(?:volume|media)[a-z]+)$/;

type Modifier = 'command' | 'control' | 'alt' | 'altgr' | 'shift';

/**
 * The common use of keys in all programs, by their modifiers, joined in the order of `Modifier`, and then by
 * the key.
 */
type Uses = Readonly<Record<string, Readonly<Record<string, string>>>>;

const SWITCH = 'switch windows';
const CLOSE = 'close a window';
const EDITING = { c: 'copy', v: 'paste', x: 'cut', z: 'undo', y: 'redo', a: 'select everything' };
const FILES = { s: 'save', w: CLOSE, q: 'quit', f: 'find', n: 'begin something new', o: 'open', p: 'print' };
const WITH_SHIFT = { v: 'paste', z: 'redo', s: 'save', w: CLOSE };

const USES_ON_MAC: Uses = {
  command: { ...EDITING, ...FILES, h: 'hide', m: 'minimise', ',': 'open settings', tab: SWITCH, '`': SWITCH },
  'command+shift': { ...WITH_SHIFT, q: 'log out', tab: SWITCH, '`': SWITCH },
  'command+alt': { w: CLOSE, h: 'hide', esc: 'end a program' },
  'command+alt+shift': { v: 'paste', q: 'log out' },
  control: { tab: SWITCH, up: SWITCH, down: SWITCH, left: SWITCH, right: SWITCH },
  'control+shift': { tab: SWITCH },
};
const USES_ELSEWHERE: Uses = {
  control: { ...EDITING, ...FILES, insert: 'copy', f4: CLOSE, tab: SWITCH },
  // Terminals copy with Shift.
  'control+shift': { ...WITH_SHIFT, c: 'copy', q: 'quit', tab: SWITCH },
  alt: { f4: CLOSE, backspace: 'undo', tab: SWITCH, esc: SWITCH, '`': SWITCH },
  'alt+shift': { tab: SWITCH, esc: SWITCH, '`': SWITCH },
  'control+alt': { delete: 'log out', tab: SWITCH },
  command: { tab: SWITCH, '`': SWITCH },
  'command+shift': { tab: SWITCH, '`': SWITCH },
};

/**
 * @param platform as in `process.platform`
 * @returns a sentence that says why these keys cannot be a global shortcut; null if they can
 */
export function whyKeysAreRefused(accelerator: string, platform: string): string | null {
  const isMac = platform === 'darwin';
  const { held, key } = parse(accelerator, isMac);
  const [command, control, alt] = [held.has('command'), held.has('control'), held.has('alt')];
  // Alone, or with Shift, a key writes a character.
  if (!command && !control && !alt && !FUNCTION_KEY.test(key)) {
    return `Hold ${isMac ? '⌘, ⌃ or ⌥' : `Ctrl, Alt or ${platform === 'win32' ? 'Win' : 'Super'}`} together with another key.`;
  }
  const use = (isMac ? USES_ON_MAC : USES_ELSEWHERE)[ORDER.filter((name) => held.has(name)).join('+')]?.[key];
  if (use !== undefined) return `Every program needs these keys to ${use}. Choose others.`;
  if (command || WRITES_NOTHING.test(key)) return null;
  // Windows does not distinguish AltGr from Ctrl and Alt together.
  if (held.has('altgr') || (platform === 'win32' && control && alt)) {
    return 'Ctrl and Alt together are AltGr, which writes characters such as ń or €. Choose other keys.';
  }
  if (isMac && alt && !control) return '⌥ with this key writes a character. Hold ⌘ or ⌃ as well.';
  return null;
}

const ORDER: readonly Modifier[] = ['command', 'control', 'alt', 'altgr', 'shift'];
const MODIFIERS: Readonly<Record<string, Modifier>> = {
  super: 'command',
  meta: 'command',
  command: 'command',
  cmd: 'command',
  control: 'control',
  ctrl: 'control',
  alt: 'alt',
  option: 'alt',
  altgr: 'altgr',
  shift: 'shift',
};
const ALIASES: Readonly<Record<string, string>> = {
  return: 'enter',
  escape: 'esc',
  '~': 'shift+`',
  '<': 'shift+,',
};

/**
 * Reads an accelerator as Electron does (`accelerator_util.cc`), because a page may write one in any form
 * that Electron accepts: in any case and order, with spaces. The key is the last word that is not a modifier.
 */
function parse(
  accelerator: string,
  isMac: boolean,
): { readonly held: ReadonlySet<Modifier>; readonly key: string } {
  const either = isMac ? 'command' : 'control';
  const words = accelerator
    .toLowerCase()
    .split('+')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .flatMap((word) => (ALIASES[word] ?? word).split('+'))
    .map((word) => (/^(?:commandorcontrol|cmdorctrl)$/.test(word) ? either : word));
  const held = new Set(words.flatMap((word) => MODIFIERS[word] ?? []));
  return { held, key: words.findLast((word) => MODIFIERS[word] === undefined) ?? '' };
}
