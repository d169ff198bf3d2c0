/**
 * Finds the Chromium that shows the windows: `INKLING_CHROMIUM` if it is set, else by the names it usually has. Where nobody
 * sees the windows, `STANDIN_SHELL=1` prefers the headless shell: the same engine without the browser around it.
 */
import { accessSync, constants } from 'node:fs';
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
/** Debian's name, Playwright's and Google's. */
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'];
const PLACES = [
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** The path of the headless shell's executable, if it is installed. */
export function findShell(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return onPath(SHELL_NAMES, env).find(isExecutable);
}

/** What shows the windows of this run. Throws a `StartError` that says what to install. */
export function chooseChromium(headed: boolean, env: NodeJS.ProcessEnv = process.env): string {
  const wanted = env['STANDIN_SHELL'] === '1' && !headed && (env['INKLING_CHROMIUM'] ?? '') === '';
  return (wanted ? findShell(env) : undefined) ?? findChromium(env);
}

/**
 * The path of Chromium's executable. Throws a `StartError` that says what to install.
 * @param places where it may be besides the `PATH`
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env, places = PLACES): string {
  const named = env['INKLING_CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    throw new StartError(`INKLING_CHROMIUM names ${named}, which is not an executable file.`);
  }
  const found = [...onPath(NAMES, env), ...places].find(isExecutable);
  if (found !== undefined) return found;
  throw new StartError(
    'No Chromium was found: install it (Debian, Ubuntu: apt-get install chromium; macOS: brew install --cask chromium) ' +
      'or name its executable in INKLING_CHROMIUM.',
  );
}
