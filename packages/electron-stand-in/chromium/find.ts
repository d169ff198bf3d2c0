/**
 * Finds the Chromium that shows the windows: `INKLING_CHROMIUM` if it is set, otherwise one with a usual
 * name. If windows are not shown, `STANDIN_SHELL=1` prefers the headless shell, the same engine without the
 * browser around it.
 */
import { accessSync, constants, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../runtime.ts';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
];
/** Debian's name, that of Chrome for Testing, and that of Chromium's own builds. */
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'];
const PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return !isSnap(file);
  } catch {
    return false;
  }
}

/**
 * Whether it is Ubuntu's Chromium: a snap, or the script of that name that starts the snap. It has no access
 * to hidden folders and to the temporary files of other programs, so it cannot store the app's profile.
 */
function isSnap(file: string): boolean {
  const place = realpathSync(file);
  if (place.startsWith('/snap/') || path.basename(place) === 'snap') return true;
  return statSync(place).size < 10_000 && readFileSync(place, 'utf8').includes('/snap/bin/chromium');
}

/** Possible paths of executables with these names on the `PATH`. */
function pathsOf(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** The path of the headless shell's executable, if it is installed. */
export function findShell(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return pathsOf(SHELL_NAMES, env).find(isExecutable);
}

/**
 * The path of the executable for this run, of Chromium or the headless shell. Throws a `StartError` that says
 * what to install.
 */
export function chooseChromium(headed: boolean, env: NodeJS.ProcessEnv = process.env): string {
  const prefersShell = env['STANDIN_SHELL'] === '1' && !headed && (env['INKLING_CHROMIUM'] ?? '') === '';
  return (prefersShell ? findShell(env) : undefined) ?? findChromium(env);
}

/**
 * The path of Chromium's executable. Throws a `StartError` that says what to install.
 * @param places further paths to try after the `PATH`
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env, places = PLACES): string {
  const named = env['INKLING_CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    throw new StartError(`INKLING_CHROMIUM names ${named}, which is not an executable file.`);
  }
  const found = [...pathsOf(NAMES, env), ...places].find(isExecutable);
  if (found !== undefined) return found;
  throw new StartError(
    'No Chromium was found: install it (Debian, Ubuntu: apt-get install chromium; macOS: brew install --cask chromium) ' +
      'or name its executable in INKLING_CHROMIUM. (Ubuntu’s own is a snap, which may not use the folders that Inkling needs.)',
  );
}
