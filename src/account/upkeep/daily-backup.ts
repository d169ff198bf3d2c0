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
import { hasDeletedWords } from '../database/erasure.ts';
import { putInPlace, removeDatabase } from '../database/new-database.ts';
import { openReader } from '../database/open.ts';
import { failureOf, type FileJobs, type JobResult } from './file-jobs.ts';

/** More than one, because the newest may have the same damage as the database. */
const MOST_BACKUPS = 2;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/**
 * While a backup has words that were deleted for good: the time until the next one is made, and the age at
 * which it goes if a later one has replaced it. Upkeep looks every hour, so both backups are gone within a day.
 */
const ERASING = { nextAfterMs: 11 * HOUR_MS, mostAgeMs: 23 * HOUR_MS };
/**
 * After this many transactions, a backup is made whatever the clock says: a clock that shows the same day at
 * each start would stop backups for ever. Even typing without a pause takes more than an hour for this many.
 */
const MOST_TRANSACTIONS = 50_000;

/** The state of the database now: its number, and the number of the last transaction that deleted words for good. */
export interface DatabaseState {
  readonly number: number;
  readonly lastRemoval: number;
}

/**
 * Makes a backup if the newest readable one is outdated and old enough, or if there is none, and removes the
 * backups that are not needed any more. A backup has only the rows to which the tables lead, so every page is
 * checked before it takes the place of an older one: the older one may have rows that the file has lost without
 * an error.
 * @param time milliseconds since the epoch
 * @returns `done` if no backup is needed or one was made; never rejects
 */
export async function makeDailyBackup(
  database: string,
  state: DatabaseState,
  time: number,
  jobs: FileJobs,
): Promise<JobResult> {
  try {
    const backups = readableUpTo(database, state.number);
    const result = needsBackup(backups, state, time) ? await makeBackup(database, time, jobs) : state.number;
    if (typeof result !== 'number') return result;
    for (const backup of outdated(readableUpTo(database, result), state, time)) removeFileNow(backup.file);
    return { kind: 'done' };
  } catch (error) {
    return failureOf(error);
  }
}

/** @returns the number of the backup, or why there is none */
async function makeBackup(database: string, time: number, jobs: FileJobs): Promise<number | JobResult> {
  const copy = path.join(backupFolder(database), 'unfinished.tmp');
  try {
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
    return copied;
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

function needsBackup(
  backups: readonly Backup[],
  { number, lastRemoval }: DatabaseState,
  time: number,
): boolean {
  const [newest] = backups;
  if (newest === undefined) return true;
  if (newest.number === number) return false;
  const hasWords = backups.some((backup) => hasDeletedWords(backup, lastRemoval));
  return (
    isOlder(newest, hasWords ? ERASING.nextAfterMs : DAY_MS, time) ||
    number - newest.number >= MOST_TRANSACTIONS
  );
}

/**
 * Backups beyond the number of those that stay, and older ones with deleted words. There may be no second
 * backup without such words, because nothing was changed or the app did not run.
 */
function outdated(
  backups: readonly Backup[],
  { lastRemoval }: DatabaseState,
  time: number,
): readonly Backup[] {
  const isReplaced = !backups.slice(0, 1).some((backup) => hasDeletedWords(backup, lastRemoval));
  return backups.filter(
    (backup, at) =>
      at >= MOST_BACKUPS ||
      (isReplaced && hasDeletedWords(backup, lastRemoval) && isOlder(backup, ERASING.mostAgeMs, time)),
  );
}

/** True also for a backup from the future: the clock was wrong, or is. */
function isOlder({ file }: Backup, ms: number, time: number): boolean {
  const age = time - statSync(file).mtimeMs;
  return age >= ms || age < 0;
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
