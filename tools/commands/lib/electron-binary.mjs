/**
 * Lets npm's electron package fetch its binary at the first use. Not every machine can reach the server that has it.
 */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at } from './paths.mjs';
import { capture } from './processes.mjs';

const TIME_LIMIT_MS = 180_000;
const RETRY_AFTER_MS = 24 * 60 * 60 * 1000;
const NOTE = 'out/electron-not-fetched.txt';

/** The beginning of a message for when the binary is missing. */
export const NOT_FETCHED = `Electron could not be fetched (see ${NOTE})`;

/** Fetches the binary if it is missing. A failure is remembered for a day, so that the next start is quick. */
export async function fetchElectron() {
  const { findElectron } = await import('../../electron-stand-in/host.ts');
  if (findElectron() !== undefined || failedLately()) return;
  console.log('Fetching Electron (once, about 120 MB) …');
  const { code, output } = await capture(process.execPath, [at('node_modules/electron/install.js')], {
    timeLimitMs: TIME_LIMIT_MS,
    // If the stand-in was chosen, this variable is set, and the package would believe that its binary is there.
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: undefined },
  });
  const note = at(NOTE);
  if (findElectron() !== undefined) {
    rmSync(note, { force: true });
    return;
  }
  mkdirSync(path.dirname(note), { recursive: true });
  writeFileSync(note, `exit code ${code}\n${output}`);
}

function failedLately() {
  const written = statSync(at(NOTE), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - written < RETRY_AFTER_MS;
}
