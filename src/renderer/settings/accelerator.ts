/**
 * Keys as a person presses them, as Electron writes them (an accelerator) and as they are shown. Command on macOS and Ctrl
 * elsewhere are one and the same, so that a setting means the same on each.
 */

/** What a key press tells, of `KeyboardEvent`. */
export interface PressedKeys {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export type Recorded =
  | { readonly kind: 'accelerator'; readonly accelerator: string }
  /** Only modifiers are held so far. */
  | { readonly kind: 'unfinished' }
  /** The reason is a sentence. */
  | { readonly kind: 'unusable'; readonly reason: string };

const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'OS', 'Fn', 'CapsLock']);

/** Keys by the name that Electron gives them. */
const NAMED: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  '+': 'Plus',
  Enter: 'Enter',
  Backspace: 'Backspace',
  Delete: 'Delete',
  Insert: 'Insert',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
};

export function recordKeys(pressed: PressedKeys, isMac: boolean): Recorded {
  if (MODIFIERS.has(pressed.key)) return { kind: 'unfinished' };
  const key = keyOf(pressed);
  if (key === null) return { kind: 'unusable', reason: 'This key cannot be part of a shortcut.' };
  const { ctrlKey, metaKey, altKey, shiftKey } = pressed;
  // Alone, or with Shift, a key writes.
  if (!ctrlKey && !metaKey && !altKey && !/^F\d+$/.test(key)) {
    const held = isMac ? '⌘, ⌃ or ⌥' : 'Ctrl or Alt';
    return { kind: 'unusable', reason: `Hold ${held} together with another key.` };
  }
  const modifiers = [
    (isMac ? metaKey : ctrlKey) && 'CommandOrControl',
    isMac && ctrlKey && 'Control',
    !isMac && metaKey && 'Super',
    altKey && 'Alt',
    shiftKey && 'Shift',
  ].filter((modifier) => modifier !== false);
  return { kind: 'accelerator', accelerator: [...modifiers, key].join('+') };
}

function keyOf({ key, code }: PressedKeys): string | null {
  const named = NAMED[key];
  if (named !== undefined) return named;
  if (/^F\d{1,2}$/.test(key)) return key;
  if (/^[a-z0-9]$/i.test(key)) return key.toUpperCase();
  // With Option, or in another script, the same key writes something else; its place is what counts.
  const [, place] = /^(?:Key|Digit)([A-Z0-9])$/.exec(code) ?? [];
  if (place !== undefined) return place;
  return /^[!-~]$/.test(key) ? key : null;
}

const SHOWN_ON_MAC: Readonly<Record<string, string>> = {
  CommandOrControl: '⌘',
  Control: '⌃',
  Alt: '⌥',
  Shift: '⇧',
};
const SHOWN_ELSEWHERE: Readonly<Record<string, string>> = { CommandOrControl: 'Ctrl', Super: 'Win' };
const SHOWN: Readonly<Record<string, string>> = { Up: '↑', Down: '↓', Left: '←', Right: '→', Plus: '+' };

/** The keys one by one, as they are written on them. */
export function shownKeys(accelerator: string, isMac: boolean): string[] {
  const own = isMac ? SHOWN_ON_MAC : SHOWN_ELSEWHERE;
  return accelerator.split('+').map((part) => own[part] ?? SHOWN[part] ?? part);
}
