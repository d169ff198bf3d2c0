/**
 * Copies of databases that may be damaged. Only copies are ever opened, so that reading
 * cannot change the originals.
 */
import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  openSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import Database from 'better-sqlite3';
import { isLost, readWithGaps } from '#disk/read-file.ts';
import { isFile } from '#disk/there.ts';
import { isSound } from '../database/check.ts';
import { emptyDatabase } from '../database/empty-database.ts';
import { removeDatabase } from '../database/new-database.ts';
import { tryToRead } from '../database/store-error.ts';
import { type Frame, PAGE_BYTES } from '../database/log.ts';

/**
 * Offsets in the first page (fileformat2.html, section 1.3): whether there is a log, the number of pages, and the
 * two numbers that say whether there are pointer maps.
 */
const [VERSIONS_AT, SIZE_AT, ...MAPS_AT] = [18, 28, 52, 64];

/**
 * Copies a database into a file without a log.
 * @param frames pages of the log, oldest first, that are written over the copy
 * @param isContinued whether the frames continue the file, so that the last of them says how long it is
 * @returns whether there is anything to read
 * @throws the file system's error
 */
export function copyForReading(
  source: string,
  frames: readonly Frame[],
  copy: string,
  isContinued: boolean,
): boolean {
  removeDatabase(copy);
  if (isFile(source)) copyReadable(source, copy);
  else if (frames.length === 0) return false;
  const descriptor = openSync(copy, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    for (const { page, bytes } of new Map(frames.map((frame) => [frame.page, frame])).values())
      writeSync(descriptor, bytes, 0, bytes.length, (page - 1) * bytes.length);
    const last = isContinued ? frames.at(-1) : undefined;
    if (last !== undefined) ftruncateSync(descriptor, last.pages * last.bytes.length);
    makePlain(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return true;
}

/**
 * Makes SQLite look for no log, take the number of pages from the file's length, because an older first page may
 * give a smaller number, and ignore the pointer maps, which only a file that becomes shorter needs.
 */
function makePlain(descriptor: number): void {
  if (fstatSync(descriptor).size <= SIZE_AT) return;
  writeSync(descriptor, Buffer.from([1, 1]), 0, 2, VERSIONS_AT);
  for (const at of [SIZE_AT, ...MAPS_AT]) writeSync(descriptor, Buffer.alloc(4), 0, 4, at);
}

function copyReadable(from: string, to: string): void {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (!isLost(error)) throw error;
    writeFileSync(to, readWithGaps(from), { mode: 0o600 });
  }
}

/**
 * Opens a copy and runs the work on it.
 * @returns undefined if the copy cannot be opened, or the work cannot read it
 * @throws the error of a disk that is full or fails
 */
function withCopy<Result>(copy: string, work: (db: Database.Database) => Result): Result | undefined {
  return tryToRead(() => {
    const db = new Database(copy, { fileMustExist: true });
    try {
      return work(db);
    } finally {
      db.close();
    }
  });
}

/**
 * Like `withCopy`, but SQLite reads a file that is shorter than it says, and reads on after a line of the
 * schema that makes no sense.
 */
export function withDamaged<Result>(
  copy: string,
  work: (db: Database.Database) => Result,
): Result | undefined {
  return withCopy(copy, (db) => {
    db.unsafeMode();
    db.pragma('writable_schema = ON');
    return work(db);
  });
}

/**
 * Whether it is certain which tables the copy has, this app's or others. SQLite finds an empty file sound, so
 * there must be at least one table.
 */
export function hasSoundSchema(copy: string): boolean {
  const isSchemaSound = withCopy(
    copy,
    (db) => db.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined && isSound(db, 'sqlite_schema'),
  );
  return isSchemaSound === true;
}

/**
 * Overwrites the pages that say where the tables begin, which a copy has lost, with those of an empty
 * database. SQLite gives the tables of every new file the same first pages; tables that begin
 * elsewhere are found page by page.
 */
export function replaceSchema(copy: string): void {
  const { bytes, schemaPages } = emptyDatabase();
  const descriptor = openSync(copy, 'r+');
  try {
    for (const page of schemaPages) {
      const start = (page - 1) * PAGE_BYTES;
      writeSync(descriptor, bytes, start, PAGE_BYTES, start);
    }
    makePlain(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
