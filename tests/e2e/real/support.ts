/** What the specs share that run on the real Electron alone. */
import { fileURLToPath } from 'node:url';

/** For `start`: what the app hands to the system is kept within reach. */
export const PROBE = { before: fileURLToPath(import.meta.resolve('./probe.cjs')) };

/** What `probe.cjs` keeps. */
export interface Probe {
  readonly trays: readonly { readonly tray: Electron.Tray; readonly menu: Electron.Menu }[];
  readonly popups: readonly (readonly string[])[];
}
