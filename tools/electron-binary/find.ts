/** Where Electron's binary is on this machine. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { STAND_IN } from '@inkling/electron-stand-in/host.ts';
import { at } from '../commands/lib/paths.mjs';
import { Stop } from '../commands/lib/stop.mjs';

/** npm's package. It has no binary until that is fetched (`fetch.ts`). */
export const ELECTRON_PACKAGE = at('node_modules/electron');

/**
 * Electron's own variable: a folder with a binary, in place of the one that the package fetches. Playwright
 * and the package find the stand-in by it, too.
 */
const OVERRIDE = 'ELECTRON_OVERRIDE_DIST_PATH';

const NAMES: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/**
 * The executable, if there is one: that of the folder which `ELECTRON_OVERRIDE_DIST_PATH` names (systems such
 * as NixOS run no other), else the one that npm's package has fetched. This does not import the package,
 * because that starts a download.
 * @throws Stop if the named folder has none, because whoever named it wants no other
 */
export function findElectron(
  folder: string = ELECTRON_PACKAGE,
  env: NodeJS.ProcessEnv = process.env,
): string | undefined {
  const overrideFolder = env[OVERRIDE] ?? '';
  if (overrideFolder !== '' && path.resolve(overrideFolder) !== STAND_IN) return inOwnFolder(overrideFolder);
  const executable = inPackage(folder);
  return executable !== undefined && existsSync(executable) ? executable : undefined;
}

function inOwnFolder(folder: string): string {
  const executable = path.resolve(folder, NAMES[process.platform] ?? 'electron');
  if (existsSync(executable)) return executable;
  throw new Stop(`There is no ${executable}, although ${OVERRIDE} names its folder: correct or unset it.`);
}

function inPackage(folder: string): string | undefined {
  // Written as the last step, so that an interrupted download does not count.
  const note = path.join(folder, 'path.txt');
  return existsSync(note) ? path.join(folder, 'dist', readFileSync(note, 'utf8').trim()) : undefined;
}
