/**
 * Waits until no Chromium uses a profile, because Chromium allows one process for each. After a crash of the
 * app its Chromium takes some hundred milliseconds to end. A new one started before that would pass its
 * request to the old one and end.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../runtime.ts';

const TIMEOUT_MS = 5_000;
const POLL_MS = 20;

/** The id of the process that uses `profile`, if there is one. */
function lockHolder(profile: string): number | undefined {
  try {
    const pid = Number(readlinkSync(path.join(profile, 'SingletonLock')).split('-').at(-1));
    process.kill(pid, 0);
    // By now the id may belong to another program.
    if (process.platform === 'linux' && !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profile))
      return undefined;
    return pid;
  } catch {
    return undefined;
  }
}

/**
 * Resolves when no Chromium uses `profile`. Rejects with a `StartError` if one still does after five seconds.
 */
export async function waitForProfile(profile: string): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; lockHolder(profile) !== undefined; await delay(POLL_MS)) {
    if (Date.now() > end) {
      throw new StartError(
        `The profile ${profile} is in use by process ${lockHolder(profile)}: the stand-in, unlike Electron, cannot share a user-data folder.`,
      );
    }
  }
}
