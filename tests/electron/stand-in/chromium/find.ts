/** Finds the Chromium that shows the windows: `INKLING_CHROMIUM` if it is set, else by the names it usually has. */
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
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const candidates = [
    ...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    ...places,
  ];
  const found = candidates.find(isExecutable);
  if (found !== undefined) return found;
  throw new StartError(
    'No Chromium was found: install it (Debian, Ubuntu: apt-get install chromium; macOS: brew install --cask chromium) ' +
      'or name its executable in INKLING_CHROMIUM.',
  );
}
