/** Shared by the specs that run only on the real Electron. */
import { fileURLToPath } from 'node:url';

/** Options for `start`: `probe.cjs` gives the test access to what the app hands to the system. */
export const PROBE = { before: fileURLToPath(import.meta.resolve('./probe.cjs')) };

/** What `probe.cjs` exposes. */
export interface Probe {
  readonly trays: readonly { readonly tray: Electron.Tray; readonly menu: Electron.Menu }[];
  readonly popups: readonly (readonly string[])[];
}
