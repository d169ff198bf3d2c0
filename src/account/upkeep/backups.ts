/**
 * A backup a day, made beside the running app. Only a finished copy gets a backup's name, and a failure leaves what
 * was there before.
 */
import { existsSync } from 'node:fs';
import { messageOf } from '#shared/error.ts';
import { removeDatabase } from '../store/new-database.ts';
import { backupOf, keepBackup, listBackups, prepareBackupFolder } from './backup-files.ts';
import type { FileJobs, JobResult } from './file-jobs.ts';

/** Backups that these threads have made themselves. */
const made = new WeakMap<FileJobs, Set<string>>();

/**
 * Makes the backup of this day where it is missing. While others are dated in the future, the clock is wrong or was, and a backup
 * of this day may be an old one, from the last time at which the clock said so: then it is made anew, once.
 * @param time milliseconds since the epoch
 * @returns why there is none, or that there is; never rejects
 */
export async function keepDailyBackup(database: string, time: number, jobs: FileJobs): Promise<JobResult> {
  const own = made.get(jobs) ?? new Set();
  made.set(jobs, own);
  const backup = backupOf(database, time);
  const copy = `${backup}.tmp`;
  try {
    const isTrusted = listBackups(database, time).future.length === 0 || own.has(backup);
    if (isTrusted && existsSync(backup)) return { kind: 'done' };
    prepareBackupFolder(database);
    const result = await jobs.run({ kind: 'copy', database, target: copy });
    if (result.kind === 'done') {
      keepBackup(database, copy, time);
      own.add(backup);
    }
    return result;
  } catch (error) {
    return { kind: 'failed', reason: messageOf(error) };
  } finally {
    removeUnfinishedCopy(copy);
  }
}

function removeUnfinishedCopy(copy: string): void {
  try {
    removeDatabase(copy);
  } catch {
    // The next backup begins by removing it.
  }
}
