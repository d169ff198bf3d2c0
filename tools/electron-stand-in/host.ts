/**
 * Picks the host of the app in tests, once per run: the real Electron if npm's package has its binary, else the stand-in.
 * `INKLING_HOST=electron` or `INKLING_HOST=stand-in` forces one. Importing this file sets up the environment that Playwright's
 * `_electron.launch` reads in its own process.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export type HostName = 'electron' | 'stand-in';

export interface Host {
  readonly name: HostName;
  /** For a plain `spawn`. */
  readonly executable: string;
  /** Add this to the environment of a plain `spawn` or of a child that uses Playwright. */
  readonly env: Readonly<Record<string, string>>;
  /** Put these before the app's own arguments. */
  readonly args: readonly string[];
}

const root = path.resolve(import.meta.dirname, '../..');
const standInFolder = import.meta.dirname;
const beforeTheApp = ['-r', fileURLToPath(import.meta.resolve('./own-key-store.cjs'))];

/**
 * The real Electron's executable, if npm's package `folder` has it. This does not import the package itself, because that
 * starts a download.
 */
export function findElectron(folder = path.join(root, 'node_modules/electron')): string | undefined {
  const note = path.join(folder, 'path.txt');
  if (!existsSync(note)) return undefined;
  const executable = path.join(folder, 'dist', readFileSync(note, 'utf8').trim());
  return existsSync(executable) ? executable : undefined;
}

/** The host by `env` and by what is installed. @throws Error if `env` names a host that is not available */
export function chooseHost(
  env: NodeJS.ProcessEnv = process.env,
  electron: string | undefined = findElectron(),
): Host {
  const wanted = env['INKLING_HOST'] ?? '';
  if (wanted !== '' && wanted !== 'electron' && wanted !== 'stand-in') {
    throw new Error(`INKLING_HOST is "${wanted}"; it may be "electron" or "stand-in".`);
  }
  if (wanted === 'electron' && electron === undefined) {
    throw new Error(
      'INKLING_HOST is "electron", but npm has not fetched its binary (node node_modules/electron/install.js).',
    );
  }
  if (wanted !== 'stand-in' && electron !== undefined) {
    // Chromium's own sandbox refuses to run as root.
    return {
      name: 'electron',
      executable: electron,
      env: {},
      args: [...beforeTheApp, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    };
  }
  return {
    name: 'stand-in',
    executable: path.join(standInFolder, 'electron'),
    env: {
      ELECTRON_OVERRIDE_DIST_PATH: standInFolder,
      STANDIN_NODE: path.join(root, 'node_modules/.bin/node'),
      STANDIN_HEADED: env['STANDIN_HEADED'] ?? '0',
    },
    args: beforeTheApp,
  };
}

/**
 * Whether the app's pages run in Chromium's sandbox, as they do for people. Playwright disables the sandbox by default.
 * The sandbox refuses to start as root.
 */
export const chromiumSandbox = process.getuid?.() !== 0;

/** The host of this run. */
export const host: Host = chooseHost();
Object.assign(process.env, host.env);
