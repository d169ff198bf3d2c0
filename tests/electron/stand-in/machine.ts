/**
 * The machine and the start that the stand-in pretends, by environment variables: README.md lists them. They are read once, so
 * that an app cannot change them under way. Throws a `StartError` for a value that means nothing.
 */
import { StartError } from './runtime.ts';

const KEY_STORES = ['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6', 'basic_text'] as const;
/** As `safeStorage.getSelectedStorageBackend()` names it. */
export type KeyStore = (typeof KEY_STORES)[number];

function choose<Value extends string>(variable: string, values: readonly Value[], otherwise: Value): Value {
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
    if (found === undefined) throw new StartError(`STANDIN_KEY_STORES names "${name}", which is none.`);
    return found;
  });
}

const keyStore = choose('STANDIN_KEY_STORE', KEY_STORES, 'gnome_libsecret');

export const machine = {
  /** Which key store Chromium takes by the desktop's name, where no switch names one. */
  keyStore,
  /** Those that answer. `basic_text` needs nobody to. */
  keyStores: readKeyStores(keyStore),
  /** Who starts the app; the true user, root or not, counts for nothing. */
  user: choose('STANDIN_USER', ['person', 'root'], 'person'),
  /** `never`: the first paint of a window is not announced. */
  readyToShow: choose('STANDIN_READY_TO_SHOW', ['painted', 'never'], 'painted'),
  /** What the desktop's portal for global keys does in a Wayland session: it binds them, does not and says nothing, or is not there. */
  portal: choose('STANDIN_PORTAL', ['granted', 'denied', 'missing'], 'granted'),
  /** Whether the system started the app at login, as macOS tells. */
  openedAtLogin: choose('STANDIN_OPENED_AT_LOGIN', ['0', '1'], '0') === '1',
  /** Milliseconds after which a page that does not answer is called unresponsive; 0 asks no page. */
  hangMs: Number(process.env['STANDIN_HANG_MS'] ?? 0),
} as const;
