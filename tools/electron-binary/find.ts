/** Finds Electron's binary on this machine. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { STAND_IN } from '@inkling/electron-stand-in/host.ts';
import { at } from '../commands/lib/paths.mjs';
import { Stop } from '../commands/lib/stop.mjs';

/** npm's package, which has no binary until `fetch.ts` fetches it. */
export const ELECTRON_PACKAGE = at('node_modules/electron');

/**
 * Electron's own variable: a folder with a binary that replaces the one of the package. Playwright and the
 * package also find the stand-in by it.
 */
const OVERRIDE = 'ELECTRON_OVERRIDE_DIST_PATH';

const NAMES: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/**
 * The executable, if there is one: in the folder named by `ELECTRON_OVERRIDE_DIST_PATH` (systems such as
 * NixOS run no other), or else the one that npm's package has fetched. This does not import the package,
 * because that would start a download.
 * @throws Stop if the named folder has none, because the user wants no other one
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
  // The package writes this file last, so an interrupted download does not count.
  const note = path.join(folder, 'path.txt');
  return existsSync(note) ? path.join(folder, 'dist', readFileSync(note, 'utf8').trim()) : undefined;
}
