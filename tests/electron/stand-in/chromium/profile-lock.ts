/**
 * Chromium allows one process per profile. After an abrupt end of the app its Chromium takes some hundred milliseconds to
 * close itself; a restart must wait for that, or the new Chromium would hand over to the dying one.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../runtime.ts';

const PATIENCE_MS = 5_000;
const POLL_MS = 20;

/** The process that holds `profile`, if it is alive. */
function holder(profile: string): number | undefined {
  try {
    const pid = Number(readlinkSync(path.join(profile, 'SingletonLock')).split('-').at(-1));
    process.kill(pid, 0);
    // A process id may have been given to another program since.
    if (process.platform === 'linux' && !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profile))
      return undefined;
    return pid;
  } catch {
    return undefined;
  }
}

/** Resolves when no Chromium holds `profile`; a `StartError` if one goes on holding it. */
export async function whenProfileIsFree(profile: string): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; holder(profile) !== undefined; await delay(POLL_MS)) {
    if (Date.now() > end) {
      throw new StartError(
        `The profile ${profile} is in use by process ${holder(profile)}: the stand-in, unlike Electron, cannot share a user-data folder.`,
      );
    }
  }
}
