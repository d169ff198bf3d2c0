/**
 * `globalShortcut`: remembered; tests press keys by calling what `record.shortcuts` holds, under the words that the app gave.
 *
 * In a Wayland session the desktop's portal has the keys: it agrees to all, tells of no refusal (`STANDIN_PORTAL=denied`), binds for
 * good, and knows few keys by name, all others being one to it. Limit: no key is ever caught.
 */
import { type Accelerator, acceleratorName, parseAccelerator } from './accelerator.ts';
import { switches } from './command-line.ts';
import { machine } from './machine.ts';
import { record } from './record.ts';
import { runtime } from './runtime.ts';
import { strict } from './strict.ts';

interface Bound {
  readonly text: string;
  press: () => void;
}
const bound = new Map<string, Bound>();
let suspended = false;

function byPortal(): boolean {
  const platform = switches.get('ozone-platform') ?? 'auto';
  const session = process.env['XDG_SESSION_TYPE'] === 'wayland' ? 'wayland' : 'x11';
  return (platform === 'auto' || platform === '' ? session : platform) === 'wayland';
}

/** Chromium's name of an accelerator for the portal (`extensions::Command::AcceleratorToString`); keys that it has no name for share one. */
const PORTAL_KEY =
  /^(?:[a-z0-9,.]|up|down|left|right|home|end|pageup|pagedown|space|insert|delete|tab|medianexttrack|mediaplaypause|mediaprevioustrack|mediastop)$/;

function nameOf(accelerator: Accelerator): string {
  return byPortal() && !PORTAL_KEY.test(accelerator.key) ? '' : acceleratorName(accelerator);
}

function parse(text: unknown): Accelerator {
  const parsed = typeof text === 'string' ? parseAccelerator(text) : undefined;
  if (!parsed)
    throw new TypeError(`Error processing argument at index 0, conversion failure from ${String(text)}`);
  if (!runtime.ready) throw new Error('globalShortcut cannot be used before the app is ready');
  return parsed;
}

function requireReady(): void {
  if (!runtime.ready) throw new Error('globalShortcut cannot be used before the app is ready');
}

function register(text: string, callback: () => void): boolean {
  const name = nameOf(parse(text));
  const earlier = bound.get(name);
  if (byPortal()) {
    if (machine.portal === 'missing') return false;
    // One id has one callback: the last.
    if (earlier) earlier.press = callback;
  } else if (suspended || earlier) {
    return false;
  }
  const entry: Bound = earlier ?? { text, press: callback };
  bound.set(name, entry);
  if (machine.portal === 'granted' || !byPortal()) {
    record.shortcuts.set(text, () => {
      if (!suspended) entry.press();
    });
  }
  return true;
}

function unregister(text: string): void {
  const name = nameOf(parse(text));
  // Electron looks for it among the keys that it caught itself.
  if (byPortal()) return;
  const entry = bound.get(name);
  if (!entry) return;
  bound.delete(name);
  record.shortcuts.delete(entry.text);
}

export const globalShortcut = strict('globalShortcut', {
  register,
  unregister,
  unregisterAll(): void {
    requireReady();
    bound.clear();
    record.shortcuts.clear();
  },
  isRegistered: (text: string): boolean => bound.has(nameOf(parse(text))),
  isSuspended(): boolean {
    requireReady();
    return suspended;
  },
  setSuspended(value: boolean): void {
    requireReady();
    suspended = value;
  },
});
