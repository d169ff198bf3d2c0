/**
 * Where damaged databases go: `damaged/<time>/` in the account's folder, with what stood beside them, never deleted.
 * While its content is being brought over, the folder's name ends in `.rescuing`; one that still does at the next
 * start says that the app ended in between, and is read again.
 */
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';

/** What SQLite keeps of a database, by the end of its name. */
const PARTS = ['', '-wal', '-shm', '-journal'] as const;
const UNFINISHED = '.rescuing';

/**
 * Moves a database, or whatever stands in its place, out of the way, and goes on with a move that was interrupted. The
 * log goes last: what is left in between cannot be taken for a database without its log.
 * @param time milliseconds since the epoch
 */
export function setAside(database: string, time: number): void {
  const [interrupted] = existsSync(database) ? [] : unfinished(database);
  const folder = interrupted ?? freshFolder(database, time);
  for (const part of PARTS) {
    if (existsSync(database + part)) renameSync(database + part, setAsideDatabase(folder) + part);
  }
}

/** Path of the database in a folder of damaged files. */
export function setAsideDatabase(folder: string): string {
  return path.join(folder, 'notes.sqlite');
}

/** Folders whose content is not brought over yet, newest first. */
export function unfinished(database: string): string[] {
  const parent = damagedFolder(database);
  if (!existsSync(parent)) return [];
  const names = readdirSync(parent).filter((name) => name.endsWith(UNFINISHED));
  return names
    .toSorted()
    .toReversed()
    .map((name) => path.join(parent, name));
}

/** The content of this folder has been brought over. */
export function finish(folder: string): void {
  renameSync(folder, folder.slice(0, -UNFINISHED.length));
}

/** A log may be the only place of the newest words, or not belong to the file; the header may be all that is broken. */
export type Reading = 'with log' | 'without log' | 'with a new header';

/**
 * Copies a database so that reading cannot change what is kept: opening it may fold its log into it.
 * @returns path of the copy; without the file, of a database that is not there
 */
export function copyForReading(database: string, to: string, reading: Reading): string {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { mode: 0o700 });
  const copy = path.join(to, 'copy.sqlite');
  for (const part of reading === 'without log' ? [''] : ['', '-wal']) {
    const isFile = statSync(database + part, { throwIfNoEntry: false })?.isFile() === true;
    if (isFile) copyFileSync(database + part, copy + part, constants.COPYFILE_FICLONE);
  }
  if (reading === 'with a new header') renewHeader(copy);
  return copy;
}

/** Puts the header of a new database over that of a copy (https://sqlite.org/fileformat2.html, section 1.3). */
function renewHeader(copy: string): void {
  if (!existsSync(copy)) return;
  const fresh = new Database(':memory:');
  const header = fresh.exec('CREATE TABLE x (y)').serialize().subarray(0, 100);
  fresh.close();
  // Both versions: with a log. The number of pages is that of the file where these two counters differ.
  header.fill(2, 18, 20).writeUInt32BE(1, 24);
  header.writeUInt32BE(2, 92);
  const descriptor = openSync(copy, 'r+');
  try {
    writeSync(descriptor, header, 0, header.length, 0);
  } finally {
    closeSync(descriptor);
  }
}

function freshFolder(database: string, time: number): string {
  const parent = damagedFolder(database);
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const name = new Date(time).toISOString().replaceAll(':', '-');
  for (let count = 1; ; count += 1) {
    const folder = path.join(parent, count === 1 ? name : `${name}-${count}`);
    if (existsSync(folder) || existsSync(folder + UNFINISHED)) continue;
    mkdirSync(folder + UNFINISHED, { mode: 0o700 });
    return folder + UNFINISHED;
  }
}

function damagedFolder(database: string): string {
  return path.join(path.dirname(database), 'damaged');
}
