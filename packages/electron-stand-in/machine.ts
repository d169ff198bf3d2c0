/**
 * The simulated machine, and how the app was started on it. Environment variables describe both; README.md
 * lists them. They are read once, at the start, so an app cannot change them later. Throws a `StartError` for
 * an unknown value.
 */
import { StartError } from './runtime.ts';

const KEY_STORES = ['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6', 'basic_text'] as const;
/** Named as by `safeStorage.getSelectedStorageBackend()`. */
export type KeyStore = (typeof KEY_STORES)[number];

function readChoice<Value extends string>(
  variable: string,
  values: readonly Value[],
  otherwise: Value,
): Value {
  const given = process.env[variable] ?? '';
  const found = given === '' ? otherwise : values.find((value) => value === given);
  if (found === undefined) throw new StartError(`${variable} is "${given}"; it may be ${values.join(', ')}.`);
  return found;
}

function readKeyStores(chosen: KeyStore): readonly KeyStore[] {
  const given = process.env['STANDIN_KEY_STORES'];
  const names = given === undefined ? [chosen] : given.split(',').filter((name) => name !== '');
  return names.map((name) => {
    const found = KEY_STORES.find((store) => store === name);
    if (found === undefined)
      throw new StartError(`STANDIN_KEY_STORES names "${name}", which is not a key store.`);
    return found;
  });
}

const keyStore = readChoice('STANDIN_KEY_STORE', KEY_STORES, 'gnome_libsecret');

export const machine = {
  /** The key store that Chromium chooses by the desktop's name if no switch names one. */
  keyStore,
  /** The key stores that answer. `basic_text` is plain text and works without one. */
  keyStores: readKeyStores(keyStore),
  /** The user who starts the app. The real user of the process makes no difference. */
  user: readChoice('STANDIN_USER', ['person', 'root'], 'person'),
  /** `never`: no window emits `ready-to-show`. */
  readyToShow: readChoice('STANDIN_READY_TO_SHOW', ['painted', 'never'], 'painted'),
  /**
   * In a Wayland session, the desktop's portal binds global keys, refuses them silently, or is missing.
   */
  portal: readChoice('STANDIN_PORTAL', ['granted', 'denied', 'missing'], 'granted'),
  /** Accelerators of keys that another program holds on X11. */
  heldKeys: (process.env['STANDIN_HELD_KEYS'] ?? '').split(',').filter((keys) => keys !== ''),
  /** Whether the system started the app at login; macOS reports this. */
  openedAtLogin: readChoice('STANDIN_OPENED_AT_LOGIN', ['0', '1'], '0') === '1',
  /**
   * Milliseconds after which a page that does not answer counts as unresponsive; with 0 no page is checked.
   */
  hangMs: Number(process.env['STANDIN_HANG_MS'] ?? 0),
} as const;
