/**
 * Damaged databases are moved to `damaged/<time>/` in the account's folder, with the files beside them. The
 * end of the folder's name tells its state: `.unfinished` while its content is being salvaged, so that the
 * next opening continues if the app ends in between; then `.unread` if it may have unread words of notes or
 * drafts that the cloud lacks, `.incomplete` if only unread words of the history, and nothing otherwise.
 */
import { readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeFolderNow, syncFolderNow } from '#disk/folder.ts';
import { renameToFreeNow } from '#disk/make-way.ts';
import { removeFileNow } from '#disk/remove-file.ts';
import { isFolder, isThere, namesIn } from '#disk/there.ts';
import { DATABASE_PARTS } from '../database/new-database.ts';
import type { SalvageResult } from './combine.ts';
import type { TableWithWords } from './unread-pages.ts';

const UNFINISHED = '.unfinished';

/**
 * SQLite's index of the log. It is removed instead of moved: as soon as a database that was set aside is
 * read, SQLite creates the index anew, and that would be in the way of a moved one.
 */
const SHARED_MEMORY = '-shm';

/** What could not be read of a damaged file, as it is written in its folder's name. */
export type UnreadPart = '' | '.incomplete' | '.unread';

/** @param unread the tables of which words may be unread in the file */
export function unreadPartOf(
  { isWhole, isUnsyncedRead }: Pick<SalvageResult, 'isWhole' | 'isUnsyncedRead'>,
  unread: ReadonlySet<TableWithWords>,
): UnreadPart {
  if (isWhole || unread.size === 0) return '';
  if (!isUnsyncedRead && (unread.has('notes') || unread.has('drafts'))) return '.unread';
  return unread.has('history') ? '.incomplete' : '';
}

/**
 * Moves a database, or whatever is in its place, out of the way, or completes an interrupted
 * move. The database is moved before its log, so that an interruption never leaves a database
 * that seems to have no log.
 * @param time milliseconds since the epoch
 * @returns all folders whose content is not salvaged yet, newest first
 */
export function setAside(database: string, time: number): string[] {
  const [unfinished] = unfinishedFolders(database);
  const parts = DATABASE_PARTS.filter((part) => part !== SHARED_MEMORY && isThere(database + part));
  // Nothing is moved over files that were set aside before: another database has taken their place since.
  const isFree = unfinished !== undefined && !parts.some((part) => isThere(databaseIn(unfinished) + part));
  const folder = isFree ? unfinished : makeFolder(database, time);
  for (const part of parts) renameSync(database + part, databaseIn(folder) + part);
  removeFileNow(database + SHARED_MEMORY);
  syncFolderNow(folder);
  syncFolderNow(path.dirname(database));
  return unfinishedFolders(database);
}

export function databaseIn(folder: string): string {
  return path.join(folder, 'notes.sqlite');
}

/**
 * The folders whose content is not salvaged yet, newest first; several if another database was
 * put in the place meanwhile.
 */
export function unfinishedFolders(database: string): string[] {
  return folders(database).filter((name) => timeIn(name) !== '' && name.endsWith(UNFINISHED));
}

/** Durably adds the unread part to a folder's name. To be called before the new database is in place. */
export function recordUnread(folder: string, unread: UnreadPart): string {
  const renamed = path.join(path.dirname(folder), `${timeIn(folder)}${unread}${UNFINISHED}`);
  renameToFreeNow(folder, renamed);
  syncFolderNow(path.dirname(folder));
  return renamed;
}

/**
 * To be called when the new database is in its place.
 * @param hasUnreadBackup whether a backup could not be read completely. If only backups are left of the file,
 *   unread unsynced words may be in that backup, and the empty folder says so.
 */
export function markFinished(folder: string, hasUnreadBackup: boolean): void {
  const name = withoutUnfinished(folder);
  if (finishedName(folder) !== null || (hasUnreadBackup && isUnread(name))) renameToFreeNow(folder, name);
  else rmdirSync(folder);
  syncFolderNow(path.dirname(folder));
}

/** The name of an unfinished folder once it is finished; null if it has no files. */
export function finishedName(folder: string): string | null {
  return readdirSync(folder).length === 0 ? null : withoutUnfinished(folder);
}

function withoutUnfinished(folder: string): string {
  return folder.slice(0, -UNFINISHED.length);
}

/** Folders of damaged files that may have unread words of notes or drafts that the cloud lacks. */
export function unreadFiles(database: string): string[] {
  return folders(database).filter(isUnread);
}

function isUnread(folder: string): boolean {
  return folder.endsWith('.unread');
}

/** Removes the files from which everything that only this device had was read. */
export function removeSafeFiles(database: string): void {
  for (const folder of folders(database)) {
    if (path.basename(folder) === timeIn(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

function makeFolder(database: string, time: number): string {
  // A later folder has a later name, even if the clock was set back.
  const newest = folders(database).find((name) => timeIn(name) !== '') ?? '';
  const at = Math.max(time, millisIn(newest) + 1 || 0);
  const folder = path.join(damagedFolder(database), nameOf(at) + UNFINISHED);
  makeFolderNow(path.dirname(folder));
  makeFolderNow(folder);
  return folder;
}

/** All folders of damaged files, newest first. */
function folders(database: string): string[] {
  const parent = damagedFolder(database);
  if (!isFolder(parent)) return [];
  return namesIn(parent)
    .toSorted()
    .toReversed()
    .map((name) => path.join(parent, name))
    .filter(isFolder);
}

/** Without colons, which Windows does not allow in names. */
function nameOf(time: number): string {
  return new Date(time).toISOString().replaceAll(':', '-');
}

const NAME = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)(?:\.unread|\.incomplete)?(?:\.unfinished)?$/;

/** The time in a folder's name; empty if the folder has another name, like a copy that the user made. */
export function timeIn(folder: string): string {
  return NAME.exec(path.basename(folder))?.[1] ?? '';
}

/** NaN if the name has no time. */
function millisIn(folder: string): number {
  return Date.parse(timeIn(folder).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
}

function damagedFolder(database: string): string {
  return path.join(path.dirname(database), 'damaged');
}
