/** Shared by the specs that run only on the real Electron. */
import { fileURLToPath } from 'node:url';

/** Options for `start`: `probe.cjs` keeps what the app hands to the system within reach of the test. */
export const PROBE = { before: fileURLToPath(import.meta.resolve('./probe.cjs')) };

/** What `probe.cjs` keeps. */
export interface Probe {
  readonly trays: readonly { readonly tray: Electron.Tray; readonly menu: Electron.Menu }[];
  readonly popups: readonly (readonly string[])[];
}
