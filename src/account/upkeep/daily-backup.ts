/**
 * The daily backups of a database (`../database/backups.ts`), made while the app runs. Only a finished copy
 * gets a backup's name, nothing is replaced by it, and a failure leaves what was there before. The clock only
 * says whether a day has passed; which backup is the newest, and which ones stay, is a matter of their
 * numbers.
 */
import { statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { makeFolderNow, syncFolderNow } from '#disk/folder.ts';
import { removeFileNow } from '#disk/remove-file.ts';
import { type Backup, backupFolder, backupOf, listBackups, numberIn } from '../database/backups.ts';
import { putInPlace, removeDatabase } from '../database/new-database.ts';
import { openReader } from '../database/open.ts';
import { failureOf, type FileJobs, type JobResult } from './file-jobs.ts';

/** The newest may turn out to have the damage that the database has. */
const MOST_BACKUPS = 2;
const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * After so many transactions, a backup is made whatever the clock says, because one that shows the same day
 * at each start would stop backups for ever. Typing without a pause needs more than an hour for so many.
 */
const MOST_TRANSACTIONS = 50_000;

/**
 * Makes a backup if the newest readable one lacks something and is a day old, or if there is none.
 * @param number of the database now
 * @param time milliseconds since the epoch
 * @returns `done` if no backup is needed or one was made; never rejects
 */
export async function makeDailyBackup(
  database: string,
  number: number,
  time: number,
  jobs: FileJobs,
): Promise<JobResult> {
  const copy = path.join(backupFolder(database), 'unfinished.tmp');
  try {
    if (!needsBackup(readableUpTo(database, number)[0], number, time)) return { kind: 'done' };
    makeFolderNow(backupFolder(database));
    removeDatabase(copy);
    const result = await jobs.run({ kind: 'copy', database, target: copy });
    if (result.kind !== 'done') return result;
    // The clock of this app, and not that of another computer that has the disk.
    utimesSync(copy, time / 1000, time / 1000);
    const copied = readNumber(copy);
    putInPlace(copy, backupOf(database, copied));
    syncFolderNow(backupFolder(database));
    for (const { file } of readableUpTo(database, copied).slice(MOST_BACKUPS)) removeFileNow(file);
    return result;
  } catch (error) {
    return failureOf(error);
  } finally {
    removeUnfinished(copy);
  }
}

/**
 * The backups that are no later than the database and that no salvage has found damaged, newest first. A
 * later one shows that an older copy has taken the database's place. Its words are owed, as those of a
 * damaged one are, so neither is counted or removed here.
 */
function readableUpTo(database: string, number: number): readonly Backup[] {
  return listBackups(database).filter((backup) => backup.number <= number && !backup.isUnread);
}

function needsBackup(newest: Backup | undefined, number: number, time: number): boolean {
  if (newest === undefined) return true;
  if (newest.number === number) return false;
  const age = time - statSync(newest.file).mtimeMs;
  // A backup of the future: the clock was wrong, or is.
  return age >= DAY_MS || age < 0 || number - newest.number >= MOST_TRANSACTIONS;
}

/** The number in the copy itself: the database may have changed while it was made. */
function readNumber(copy: string): number {
  const db = openReader(copy);
  try {
    return numberIn(db);
  } finally {
    db.close();
  }
}

function removeUnfinished(copy: string): void {
  try {
    removeDatabase(copy);
  } catch {
    // The next backup begins by removing it.
  }
}
