/** How a program starts the stand-in in Electron's place. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that `ELECTRON_OVERRIDE_DIST_PATH` names for npm's electron package and for Playwright. */
export const STAND_IN = import.meta.dirname;

/** Arguments of Electron that precede those of the app, for the real Electron, too. */
export const BEFORE_THE_APP: readonly string[] = [
  '-r',
  fileURLToPath(import.meta.resolve('./own-key-store.cjs')),
];

/**
 * The executable, the additions to its environment, and the arguments that precede the app's.
 */
export function standIn(env: NodeJS.ProcessEnv) {
  return {
    executable: path.join(STAND_IN, 'electron'),
    env: {
      ELECTRON_OVERRIDE_DIST_PATH: STAND_IN,
      STANDIN_NODE: process.execPath,
      STANDIN_HEADED: env['STANDIN_HEADED'] ?? '0',
    },
    args: BEFORE_THE_APP,
  };
}
