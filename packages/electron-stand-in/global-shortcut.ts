/**
 * `globalShortcut`: remembers registered keys. A test presses a key by calling the function in
 * `system.shortcuts` under the accelerator as the app wrote it. Limit: real key presses are not noticed.
 *
 * In a Wayland session the desktop's portal binds the keys. Registering succeeds there even if the portal
 * refuses (`STANDIN_PORTAL=denied`), `unregister` has no effect, and all keys without a portal name count as
 * the same key. A press brings no activation token: Chromium does not read the one that newer portals send.
 */
import { type Accelerator, acceleratorName, parseAccelerator } from './accelerator.ts';
import { machine } from './machine.ts';
import { system } from './system.ts';
import { runtime } from './runtime.ts';
import { strictProxy } from './strict.ts';
import { usesWayland } from './wayland.ts';

interface Registration {
  readonly text: string;
  press: () => void;
}
const registrations = new Map<string, Registration>();
let suspended = false;

/**
 * The keys for which Chromium has a name in requests to the portal
 * (`extensions::Command::AcceleratorToString`).
 */
const PORTAL_KEY =
  /^(?:[a-z0-9,.]|up|down|left|right|home|end|pageup|pagedown|space|insert|delete|tab|medianexttrack|mediaplaypause|mediaprevioustrack|mediastop)$/;

/** The identity of an accelerator; all keys without a portal name share the empty one. */
function shortcutName(accelerator: Accelerator): string {
  return usesWayland() && !PORTAL_KEY.test(accelerator.key) ? '' : acceleratorName(accelerator);
}

function requireAccelerator(text: unknown): Accelerator {
  const parsed = typeof text === 'string' ? parseAccelerator(text) : undefined;
  if (!parsed)
    throw new TypeError(`Error processing argument at index 0, conversion failure from ${String(text)}`);
  if (!runtime.ready) throw new Error('globalShortcut cannot be used before the app is ready');
  return parsed;
}

function requireReady(): void {
  if (!runtime.ready) throw new Error('globalShortcut cannot be used before the app is ready');
}

function isHeldElsewhere(name: string): boolean {
  return machine.heldKeys.some((text) => shortcutName(requireAccelerator(text)) === name);
}

function register(text: string, callback: () => void): boolean {
  const name = shortcutName(requireAccelerator(text));
  const earlier = registrations.get(name);
  if (usesWayland()) {
    if (machine.portal === 'missing') return false;
    // Chromium has one callback for each name: the last one.
    if (earlier) earlier.press = callback;
  } else if (suspended || earlier || isHeldElsewhere(name)) {
    return false;
  }
  const entry: Registration = earlier ?? { text, press: callback };
  registrations.set(name, entry);
  if (machine.portal === 'granted' || !usesWayland()) {
    system.shortcuts.set(text, () => {
      if (!suspended) entry.press();
    });
  }
  return true;
}

function unregister(text: string): void {
  const name = shortcutName(requireAccelerator(text));
  // Electron finds only keys that it has bound itself, without the portal.
  if (usesWayland()) return;
  const entry = registrations.get(name);
  if (!entry) return;
  registrations.delete(name);
  system.shortcuts.delete(entry.text);
}

export const globalShortcut = strictProxy('globalShortcut', {
  register,
  unregister,
  unregisterAll(): void {
    requireReady();
    registrations.clear();
    system.shortcuts.clear();
  },
  isRegistered: (text: string): boolean => registrations.has(shortcutName(requireAccelerator(text))),
  isSuspended(): boolean {
    requireReady();
    return suspended;
  },
  setSuspended(value: boolean): void {
    requireReady();
    suspended = value;
  },
});
