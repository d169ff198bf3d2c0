/**
 * Lets npm's electron package fetch its binary. It does so at the first use, from a place that not every machine can
 * reach.
 */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at } from './paths.mjs';
import { capture } from './processes.mjs';

const TIME_LIMIT_MS = 180_000;
const RETRY_AFTER_MS = 24 * 60 * 60 * 1000;
const NOTE = 'out/electron-not-fetched.txt';

/** The beginning of a sentence for where the binary is missing. */
export const NOT_FETCHED = `Electron could not be fetched (see ${NOTE})`;

/** Fetches the binary where it is missing. A failure is remembered for a day, so that the next start is quick. */
export async function fetchElectron() {
  const { findElectron } = await import('../../electron/host.ts');
  if (findElectron() !== undefined || failedLately()) return;
  console.log('Fetching Electron (once, about 120 MB) …');
  const { code, output } = await capture(process.execPath, [at('node_modules/electron/install.js')], {
    timeLimitMs: TIME_LIMIT_MS,
    // Set where the stand-in was chosen, it would make the package believe that its binary is there.
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
