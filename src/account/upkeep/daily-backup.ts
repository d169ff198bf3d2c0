/**
 * The daily backups of a database (`../database/backups.ts`), made while the app runs. Only a finished copy
 * gets a backup's name, it replaces nothing, and a failure leaves everything as it was. The clock only
 * decides whether a day has passed; the numbers decide which backup is the newest and which ones stay.
 */
import { statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { makeFolderNow, syncFolderNow } from '#disk/folder.ts';
import { removeFileNow } from '#disk/remove-file.ts';
import { type Backup, backupFolder, backupOf, listBackups, numberIn } from '../database/backups.ts';
import { putInPlace, removeDatabase } from '../database/new-database.ts';
import { openReader } from '../database/open.ts';
import { failureOf, type FileJobs, type JobResult } from './file-jobs.ts';

/** More than one, because the newest may have the same damage as the database. */
const MOST_BACKUPS = 2;
const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * After this many transactions, a backup is made whatever the clock says: a clock that shows the same day at
 * each start would stop backups for ever. Even typing without a pause takes more than an hour for this many.
 */
const MOST_TRANSACTIONS = 50_000;

/**
 * Makes a backup if the newest readable one is outdated and a day old, or if there is none. A backup has only
 * the rows to which the tables lead, so every page is checked before it takes the place of an older one: the
 * older one may have rows that the file has lost without an error.
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
    if (listBackups(database).length > 0) {
      const checked = await jobs.run({ kind: 'check', database });
      if (checked.kind !== 'done') return checked;
    }
    makeFolderNow(backupFolder(database));
    removeDatabase(copy);
    const result = await jobs.run({ kind: 'copy', database, target: copy });
    if (result.kind !== 'done') return result;
    // The time of this app's clock, not of another computer that may have the disk.
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
 * later one shows that an older copy has replaced the database. Its words are still to be salvaged, like
 * those of a damaged one, so neither is counted or removed here.
 */
function readableUpTo(database: string, number: number): readonly Backup[] {
  return listBackups(database).filter((backup) => backup.number <= number && !backup.isUnread);
}

function needsBackup(newest: Backup | undefined, number: number, time: number): boolean {
  if (newest === undefined) return true;
  if (newest.number === number) return false;
  const age = time - statSync(newest.file).mtimeMs;
  // A backup from the future: the clock was wrong, or is.
  return age >= DAY_MS || age < 0 || number - newest.number >= MOST_TRANSACTIONS;
}

/** The number in the copy itself, because the database may have changed while it was made. */
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
