/**
 * The daily backups of a database: `backups/YYYY-MM-DD.sqlite` in the account's folder, the newest seven of them, made while
 * the app runs. Only a finished copy gets a backup's name, and a failure leaves what was there before. A wrong clock dates
 * backups wrongly, so those dated in the future are counted separately and never displace others.
 */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '#shared/error.ts';
import { syncFolderNow } from '#disk/durable-file.ts';
import { isThere } from '#disk/there.ts';
import { backupFolder, backupOf, isBackup, listBackups } from '../database/backups.ts';
import { removeDatabase } from '../database/new-database.ts';
import type { FileJobs, JobResult } from './file-jobs.ts';

const MOST_BACKUPS = 7;

/** The backups that each `FileJobs` has made itself. */
const made = new WeakMap<FileJobs, Set<string>>();

/**
 * Makes the backup of this day if it is missing. If others are dated in the future, the clock is or was wrong, and a backup
 * of this day may be an old one, from an earlier time when the clock had this date. Then it is made anew, once.
 * @param time milliseconds since the epoch
 * @returns whether there is a backup now, or why there is none; never rejects
 */
export async function makeDailyBackup(database: string, time: number, jobs: FileJobs): Promise<JobResult> {
  const own = made.get(jobs) ?? new Set();
  made.set(jobs, own);
  const backup = backupOf(database, time);
  const copy = `${backup}.tmp`;
  try {
    const isTrusted = listBackups(database, time).future.length === 0 || own.has(backup);
    if (isTrusted && isThere(backup)) return { kind: 'done' };
    prepareFolder(database);
    const result = await jobs.run({ kind: 'copy', database, target: copy });
    if (result.kind === 'done') {
      renameSync(copy, backup);
      syncFolderNow(backupFolder(database));
      removeOldest(database, time);
      own.add(backup);
    }
    return result;
  } catch (error) {
    return { kind: 'failed', reason: messageOf(error) };
  } finally {
    removeUnfinished(copy);
  }
}

/** Makes the folder, and removes what an interrupted backup has left in it. */
function prepareFolder(database: string): void {
  const folder = backupFolder(database);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder))
    if (!isBackup(name)) rmSync(path.join(folder, name), { force: true });
}

function removeOldest(database: string, time: number): void {
  const { past, future } = listBackups(database, time);
  for (const old of [...past.slice(MOST_BACKUPS), ...future.slice(MOST_BACKUPS)])
    rmSync(old, { force: true });
}

function removeUnfinished(copy: string): void {
  try {
    removeDatabase(copy);
  } catch {
    // The next backup begins by removing it.
  }
}
