/**
 * One process at a time owns a data folder. The lock is the operating system's own, taken through SQLite on
 * an empty database. It ends with its process, however that ends, so no stale lock remains.
 */
import path from 'node:path';
import Database from 'better-sqlite3';
import { errorCode } from './files.ts';

export interface FolderLock {
  /** Leaves the file, because removing it could remove the lock that another process has taken since. */
  release(): void;
}

/** Another process holds the lock. */
export class FolderInUseError extends Error {
  readonly file: string;

  constructor(file: string, options: ErrorOptions) {
    super(`${file} is locked.`, options);
    this.name = 'FolderInUseError';
    this.file = file;
  }
}

/** Whether another process holds the lock of this folder, which exists. */
export function isLocked(folder: string): boolean {
  try {
    lockFolder(folder).release();
    return false;
  } catch (error) {
    if (error instanceof FolderInUseError) return true;
    throw error;
  }
}

/**
 * @throws FolderInUseError
 * @throws SqliteError if the folder cannot be written
 */
export function lockFolder(folder: string): FolderLock {
  const file = path.join(folder, 'lock.db');
  const database = new Database(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw errorCode(error) === 'SQLITE_BUSY' ? new FolderInUseError(file, { cause: error }) : error;
  }
  return {
    release: () => {
      database.close();
    },
  };
}
