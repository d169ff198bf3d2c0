/**
 * Electron's binary. npm's package fetches it at the first use, from a place that not every machine can reach, so
 * it is looked for without `require('electron')`, which would start that download.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at } from './paths.mjs';
import { capture } from './processes.mjs';

const TIME_LIMIT_MS = 180_000;
const RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

/** The executable's path, or undefined where the package has not fetched it. */
export function electronBinary() {
  const folder = at('node_modules/electron');
  try {
    const file = path.join(folder, 'dist', readFileSync(path.join(folder, 'path.txt'), 'utf8'));
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Lets npm's package fetch the binary. A failure is remembered for a day, so that the next start is quick.
 * @returns {Promise<string | undefined>} the executable's path
 */
export async function fetchElectron() {
  const found = electronBinary();
  const note = at('out/electron-not-fetched.txt');
  if (found !== undefined || failedLately(note)) return found;
  console.log('Fetching Electron (once, about 120 MB) …');
  const { code, output } = await capture(process.execPath, [at('node_modules/electron/install.js')], {
    timeLimitMs: TIME_LIMIT_MS,
  });
  const fetched = electronBinary();
  if (fetched === undefined) {
    mkdirSync(path.dirname(note), { recursive: true });
    writeFileSync(note, `exit code ${code}\n${output}`);
  } else {
    rmSync(note, { force: true });
  }
  return fetched;
}

/** @param {string} note */
function failedLately(note) {
  const written = statSync(note, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - written < RETRY_AFTER_MS;
}
