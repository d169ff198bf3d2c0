/**
 * Where damaged databases go: `damaged/<time>/` in the account's folder, with what stood beside them, never deleted.
 * While its content is being brought over, the folder's name ends in `.rescuing`; one that still does at the next
 * start says that the app ended in between, and is read again.
 */
import {
  copyFileSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';

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

/**
 * Copies a database so that reading cannot change what is kept: opening it may fold its log into it.
 * @returns path of the copy; without the file, of a database that is not there
 */
export function copyForReading(database: string, to: string, parts: 'with log' | 'without log'): string {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { mode: 0o700 });
  const copy = path.join(to, 'copy.sqlite');
  for (const part of parts === 'with log' ? ['', '-wal'] : ['']) {
    const isFile = statSync(database + part, { throwIfNoEntry: false })?.isFile() === true;
    if (isFile) copyFileSync(database + part, copy + part, constants.COPYFILE_FICLONE);
  }
  return copy;
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
