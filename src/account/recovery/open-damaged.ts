/** Opens copies of databases that may be damaged, for reading alone. */
import Database from 'better-sqlite3';
import { isThere } from '#disk/there.ts';
import { isSound } from '../database/check.ts';
import { tryToRead } from '../database/store-error.ts';

/**
 * @param file a copy, because closing may change it
 * @returns undefined if the file cannot be opened, or the work cannot read it
 * @throws SQLite's error if the disk is full or fails
 */
export function withDamaged<Result>(
  file: string,
  work: (db: Database.Database) => Result,
): Result | undefined {
  return withCopy(file, (db) => {
    // SQLite then reads a file that is shorter than it says, and reads on after a senseless line of the schema.
    db.unsafeMode();
    db.pragma('writable_schema = ON');
    return work(db);
  });
}

/**
 * Whether it is certain which tables the file has, be they this app's or not.
 * @param file a copy
 * @throws SQLite's error if the disk is full or fails
 */
export function hasSoundSchema(file: string): boolean {
  if (!isThere(file)) return false;
  // An empty file is a sound database without tables.
  const isSchemaSound = withCopy(
    file,
    (db) => db.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined && isSound(db, 'sqlite_schema'),
  );
  return isSchemaSound === true;
}

/** As `withDamaged`, but SQLite refuses a schema that makes no sense. */
function withCopy<Result>(file: string, work: (db: Database.Database) => Result): Result | undefined {
  return tryToRead(() => {
    const db = new Database(file, { fileMustExist: true });
    try {
      return work(db);
    } finally {
      closeQuietly(db);
    }
  });
}

/** Closing does a checkpoint, which a damaged file may refuse. */
function closeQuietly(db: Database.Database): void {
  try {
    db.close();
  } catch {
    // It is a copy.
  }
}
