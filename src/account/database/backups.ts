/**
 * The backups of a database: `backups/<number>.sqlite` in the account's folder. The number is the copy's own,
 * which grows with each transaction (`cache.number`). So the greater number is the later state, whatever the
 * clock showed. `../upkeep/daily-backup.ts` makes the backups.
 */
import path from 'node:path';
import Database from 'better-sqlite3';
import { syncFolderNow } from '#disk/folder.ts';
import { renameToFreeNow } from '#disk/make-way.ts';
import { isFile, isFolder, namesIn } from '#disk/there.ts';
import { NEW_TAG } from './migrations/001-first-schema.ts';

/** As many digits as `Number.MAX_SAFE_INTEGER` has. */
const DIGITS = 16;
const NAME = /^(\d{16})(\.unread)?\.sqlite$/;

/** Greater numbers are damage: a database would have to change 30,000 times a second for a thousand years. */
export const GREATEST_NUMBER = 2 ** 50;

export interface Backup {
  readonly file: string;
  readonly number: number;
  /** Whether its words were once needed and could not all be read. Such a backup is never removed. */
  readonly isUnread: boolean;
}

/**
 * The backups, the greatest number first.
 * @throws the file system's error
 */
export function listBackups(database: string): readonly Backup[] {
  const folder = backupFolder(database);
  if (!isFolder(folder)) return [];
  return namesIn(folder)
    .map((name) => ({
      file: path.join(folder, name),
      number: numberInName(name),
      isUnread: name.includes('.unread'),
    }))
    .filter(({ file, number }) => Number.isSafeInteger(number) && isFile(file))
    .toSorted((first, second) => second.number - first.number);
}

/** The path of the backup with this number, whether or not it exists. */
export function backupOf(database: string, number: number): string {
  return path.join(backupFolder(database), `${String(number).padStart(DIGITS, '0')}.sqlite`);
}

export function backupFolder(database: string): string {
  return path.join(path.dirname(database), 'backups');
}

/**
 * Renames a backup that could not be read completely, so that it is never removed.
 * @throws the file system's error
 */
export function markBackupUnread({ file, isUnread }: Backup): void {
  if (isUnread) return;
  renameToFreeNow(file, file.replace(/\.sqlite$/, '.unread.sqlite'));
  syncFolderNow(path.dirname(file));
}

/**
 * Copies a database into a new or an empty file. The copy gets a tag of its own, because it has other pages
 * than the database: if it is put in the place of the database, the log beside it must not continue it.
 * @throws SQLite's error
 */
export function copyDatabase(db: Database.Database, target: string): void {
  db.prepare<[string]>('VACUUM INTO ?').run(target);
  const copy = new Database(target, { fileMustExist: true });
  try {
    copy.exec(`UPDATE cache SET tag = ${NEW_TAG}`);
  } finally {
    copy.close();
  }
}

/** What each transaction that changes a database changes in its row of facts. */
export const RAISE_NUMBER = `UPDATE cache SET number = number + 1, tag_before = tag, tag = ${NEW_TAG}`;

/**
 * The number of an open database; 0 if its row is lost.
 * @param db a connection of better-sqlite3, or the account's own
 * @throws SQLite's error
 */
export function numberIn(db: { prepare(sql: string): { get(): unknown } }): number {
  const row = db.prepare('SELECT number FROM cache').get();
  const isNumber =
    typeof row === 'object' && row !== null && 'number' in row && Number.isSafeInteger(row.number);
  return isNumber ? Number(row.number) : 0;
}

/** NaN for any other name, and for a number that no database reaches. */
function numberInName(name: string): number {
  const number = Number(NAME.exec(name)?.[1] ?? NaN);
  return number <= GREATEST_NUMBER ? number : NaN;
}
