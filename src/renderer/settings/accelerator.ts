/**
 * Converts pressed keys to Electron's notation (an accelerator), and an accelerator to the labels of its
 * keys. Platforms have the names of `process.platform`.
 */
import { whyKeysAreRefused } from '#shared/ipc/accelerator.ts';

/** The required part of a `KeyboardEvent`. */
export interface PressedKeys {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export type KeyRecording =
  | { readonly kind: 'accelerator'; readonly accelerator: string }
  /** Only modifiers are held so far. */
  | { readonly kind: 'unfinished' }
  /** The reason is a sentence. */
  | { readonly kind: 'unusable'; readonly reason: string };

const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'OS', 'Fn', 'CapsLock']);

/** Electron's names of keys, by `KeyboardEvent.key`. */
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

export function recordKeys(pressed: PressedKeys, platform: string): KeyRecording {
  if (MODIFIERS.has(pressed.key)) return { kind: 'unfinished' };
  const key = keyOf(pressed);
  if (key === null) return { kind: 'unusable', reason: 'This key cannot be part of a shortcut.' };
  const { ctrlKey, metaKey, altKey, shiftKey } = pressed;
  const modifiers = [ctrlKey && 'Control', metaKey && 'Super', altKey && 'Alt', shiftKey && 'Shift'].filter(
    (modifier) => modifier !== false,
  );
  const accelerator = [...modifiers, key].join('+');
  const reason = whyKeysAreRefused(accelerator, platform);
  return reason === null ? { kind: 'accelerator', accelerator } : { kind: 'unusable', reason };
}

function keyOf({ key, code }: PressedKeys): string | null {
  const named = NAMED[key];
  if (named !== undefined) return named;
  if (/^F\d{1,2}$/.test(key)) return key;
  if (/^[a-z0-9]$/i.test(key)) return key.toUpperCase();
  // With Option, or in another script, the key types another character, so its position counts.
  const [, place] = /^(?:Key|Digit)([A-Z0-9])$/.exec(code) ?? [];
  if (place !== undefined) return place;
  return /^[!-~]$/.test(key) ? key : null;
}

const SHOWN_ON_MAC: Readonly<Record<string, string>> = {
  CommandOrControl: '⌘',
  Super: '⌘',
  Control: '⌃',
  Alt: '⌥',
  Shift: '⇧',
};
const SHOWN_ELSEWHERE: Readonly<Record<string, string>> = { CommandOrControl: 'Ctrl', Control: 'Ctrl' };
const SHOWN_ON_WINDOWS: Readonly<Record<string, string>> = { ...SHOWN_ELSEWHERE, Super: 'Win' };
const SHOWN: Readonly<Record<string, string>> = { Up: '↑', Down: '↓', Left: '←', Right: '→', Plus: '+' };

/** The keys of an accelerator, with the labels that they have on keyboards. */
export function shownKeys(accelerator: string, platform: string): string[] {
  const shownOnPlatform =
    platform === 'darwin' ? SHOWN_ON_MAC : platform === 'win32' ? SHOWN_ON_WINDOWS : SHOWN_ELSEWHERE;
  return accelerator.split('+').map((part) => shownOnPlatform[part] ?? SHOWN[part] ?? part);
}
