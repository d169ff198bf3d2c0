/**
 * A backup a day, made beside the running app. Only a finished copy gets a backup's name, and a failure leaves what
 * was there before.
 */
import { existsSync } from 'node:fs';
import { messageOf } from '#shared/error.ts';
import { backupOf, keepBackup, readyForBackup } from './backup-files.ts';
import { removeDatabase } from './new-database.ts';
import type { JobResult } from './worker-jobs.ts';
import type { StoreThread } from './worker-thread.ts';

/**
 * Makes the backup of this day where it is missing.
 * @param time milliseconds since the epoch
 * @returns why there is none, or that there is; never rejects
 */
export async function keepDailyBackup(
  database: string,
  time: number,
  thread: StoreThread,
): Promise<JobResult> {
  const backup = backupOf(database, time);
  if (existsSync(backup)) return { kind: 'done' };
  const copy = `${backup}.tmp`;
  try {
    readyForBackup(database);
    const result = await thread.run({ kind: 'copy', database, target: copy });
    if (result.kind === 'done') keepBackup(database, copy, backup);
    return result;
  } catch (error) {
    return { kind: 'failed', reason: messageOf(error) };
  } finally {
    removeHalf(copy);
  }
}

function removeHalf(copy: string): void {
  try {
    removeDatabase(copy);
  } catch {
    // The next backup begins by removing it.
  }
}
