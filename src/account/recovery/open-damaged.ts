/** Opens copies of databases that may be damaged, for reading alone. */
import Database from 'better-sqlite3';
import { tryToRead } from '../store/store-error.ts';

/**
 * @param file a copy: what is done with it when it is closed does not matter
 * @returns undefined where the file cannot be opened, or the work cannot read it
 * @throws SQLite's error where the disk is full or fails
 */
export function withDamaged<Result>(
  file: string,
  work: (db: Database.Database) => Result,
): Result | undefined {
  return withCopy(file, (db) => {
    // By this SQLite reads a file that is shorter than it says, and past a line of the schema that makes no sense.
    db.unsafeMode();
    db.pragma('writable_schema = ON');
    return work(db);
  });
}

/** As `withDamaged`, but SQLite refuses a schema that makes no sense. */
export function withCopy<Result>(file: string, work: (db: Database.Database) => Result): Result | undefined {
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
