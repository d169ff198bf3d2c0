/**
 * Damaged databases are moved to `damaged/<time>/` in the account's folder, with the files beside them. The end of the
 * folder's name says what is known of it: `.unfinished` while its content is being salvaged, so that the next opening goes on
 * if the app ended in between; then `.unread` if unsynced words in it could not be read, `.incomplete` if only a part of the
 * history could not be read, and nothing if everything that only this device had was read.
 */
import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { syncFolderNow } from '#disk/durable-file.ts';
import { isThere, namesIn } from '#disk/there.ts';
import { DATABASE_PARTS, removeDatabase } from '../database/new-database.ts';
import { DamagedError } from '../database/store-error.ts';

const UNFINISHED = '.unfinished';

/** What could not be read of a damaged file, as its folder's name says it. */
export type UnreadPart = '' | '.incomplete' | '.unread';

/** A disk that damages one file after the other must not be filled with them. */
const MOST_IN_AN_HOUR = 5;
const HOUR_MS = 60 * 60 * 1000;

/**
 * Moves a database, or whatever stands in its place, out of the way, or completes a move that was interrupted. The database
 * is moved before its log, so that an interruption never leaves a database that seems to have no log.
 * @param time milliseconds since the epoch
 * @returns the folder
 * @throws DamagedError if this was done too often
 */
export function setAside(database: string, time: number): string {
  const folder = unfinishedFolder(database) ?? makeFolder(database, time);
  for (const part of DATABASE_PARTS) {
    if (isThere(database + part)) renameSync(database + part, path.join(folder, `notes.sqlite${part}`));
  }
  syncFolderNow(folder);
  syncFolderNow(path.dirname(database));
  return folder;
}

/** The folder whose content is not salvaged yet; null if there is none. */
export function unfinishedFolder(database: string): string | null {
  return folders(database).find((name) => name.endsWith(UNFINISHED)) ?? null;
}

/** Whether the database itself was already moved to this folder. */
export function holdsDatabase(folder: string): boolean {
  return isThere(path.join(folder, 'notes.sqlite'));
}

/** Durably adds what is unread to the folder's name; to be called before the new database is in place. */
export function recordUnread(folder: string, unread: UnreadPart): string {
  const renamed = path.join(path.dirname(folder), `${timeIn(folder)}${unread}${UNFINISHED}`);
  renameSync(folder, renamed);
  syncFolderNow(path.dirname(folder));
  return renamed;
}

/** To be called when the new database is in its place. */
export function markFinished(folder: string): void {
  const name = finishedName(folder);
  if (name === null) rmSync(folder, { recursive: true });
  else renameSync(folder, name);
}

/** The name of an unfinished folder after it is finished; null if it has no files, because then it is removed. */
export function finishedName(folder: string): string | null {
  return readdirSync(folder).length === 0 ? null : folder.slice(0, -UNFINISHED.length);
}

/** Folders of damaged files whose unsynced words nobody could read. */
export function unreadFiles(database: string): string[] {
  return folders(database).filter((name) => name.endsWith('.unread'));
}

/** Removes the files from which everything that only this device had was read. */
export function removeSafeFiles(database: string): void {
  for (const folder of folders(database)) {
    if (path.basename(folder) === timeIn(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies a set-aside database, with its log or without, or a backup, so that reading cannot change the original. */
export function copyForReading(source: string, copy: string, log: boolean): void {
  removeDatabase(copy);
  for (const part of log ? ['', '-wal'] : ['']) {
    if (isFile(source + part)) copyReadable(source + part, copy + part);
  }
  if (!isFile(copy)) return;
  const descriptor = openSync(copy, 'r+');
  try {
    takeSizeFromFile(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Where the first page says how many pages there are, in four bytes (fileformat2.html, section 1.3.8). */
const SIZE_AT = 28;

/**
 * Makes SQLite take the number of pages from the file's length. A first page of an earlier time may have a smaller number,
 * and SQLite reads no page beyond it.
 * @param descriptor of a copy that is open for writing
 */
export function takeSizeFromFile(descriptor: number): void {
  if (fstatSync(descriptor).size > SIZE_AT) writeSync(descriptor, Buffer.alloc(4), 0, 4, SIZE_AT);
}

export function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

const PIECE_BYTES = 4096;

/** Copies a file, with zeros in place of the parts that the disk does not return. */
function copyReadable(from: string, to: string): void {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    return;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EIO')) throw error;
  }
  const [source, target] = [openSync(from, 'r'), openSync(to, 'w', 0o600)];
  try {
    const size = statSync(from).size;
    for (let start = 0; start < size; start += PIECE_BYTES) {
      const piece = Buffer.alloc(Math.min(PIECE_BYTES, size - start));
      try {
        readSync(source, piece, 0, piece.length, start);
      } catch {
        piece.fill(0);
      }
      writeSync(target, piece, 0, piece.length, start);
    }
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

function makeFolder(database: string, time: number): string {
  const recent = folders(database).filter((folder) => Math.abs(millisIn(folder) - time) < HOUR_MS);
  if (recent.length >= MOST_IN_AN_HOUR) {
    throw new DamagedError(
      'The disk of this device damages the notes again and again. Please have it checked.',
    );
  }
  const taken = new Set(folders(database).map(timeIn));
  let at = time;
  while (taken.has(nameOf(at))) at += 1;
  const folder = path.join(damagedFolder(database), nameOf(at) + UNFINISHED);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  syncFolderNow(path.dirname(folder));
  return folder;
}

/** All folders of damaged files, newest first. */
function folders(database: string): string[] {
  const parent = damagedFolder(database);
  return namesIn(parent)
    .toSorted()
    .toReversed()
    .map((name) => path.join(parent, name));
}

/** Without colons, because Windows allows none in names. */
function nameOf(time: number): string {
  return new Date(time).toISOString().replaceAll(':', '-');
}

/** The part of a folder's name that is its time; empty if a person has given it another name. */
function timeIn(folder: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z/.exec(path.basename(folder))?.[0] ?? '';
}

function millisIn(folder: string): number {
  return Date.parse(timeIn(folder).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
}

function damagedFolder(database: string): string {
  return path.join(path.dirname(database), 'damaged');
}
