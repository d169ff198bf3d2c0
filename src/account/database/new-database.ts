/**
 * Builds a complete database under another name before it takes its place. So if the app ends in between,
 * there is no database rather than an empty one, and an empty one is always damage.
 */
import { closeSync, linkSync, openSync, renameSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { AppError, systemCodeOf } from '#shared/base/error.ts';
import { syncFolderNow } from '#disk/folder.ts';
import { makeWayForFileNow } from '#disk/make-way.ts';
import { removeFileNow } from '#disk/remove-file.ts';
import { isThere } from '#disk/there.ts';
import { openDatabase } from './open.ts';
import { toStoreError } from './store-error.ts';

/** The suffixes of the files that SQLite creates for a database. */
export const DATABASE_PARTS = ['', '-wal', '-shm', '-journal'] as const;

/**
 * @param fill inserts the initial rows of the database
 * @throws AppError `store-full`, `store-failed`
 */
export function makeDatabase(file: string, fill: (db: Database.Database) => void = () => undefined): void {
  const building = `${file}.new`;
  try {
    removeDatabase(building);
    // SQLite gives its log the permissions of the database.
    closeSync(openSync(building, 'wx', 0o600));
    const db = openDatabase(building);
    try {
      db.transaction(() => fill(db))();
      // Closing does a checkpoint as well, but SQLite reports no error if that fails.
      db.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      db.close();
    }
    if (isThere(`${building}-wal`)) throw new AppError('store-failed', 'notes-file-unfinished');
    putInPlace(building, file);
    syncFolderNow(path.dirname(file));
  } catch (error) {
    removeDatabase(building);
    throw toStoreError(error);
  }
}

/**
 * Gives a finished file its name. A rename would replace an existing file, and a database must never be
 * replaced by one that was made in the belief that there was none. A link fails instead.
 * @throws the file system's error; AppError `store-failed` if the name is taken
 */
export function putInPlace(building: string, file: string): void {
  try {
    linkSync(building, file);
  } catch (error) {
    // A file system without links, such as that of a USB stick. On Windows, Node then reports EISDIR.
    if (!NO_LINKS.has(systemCodeOf(error))) throw error;
    if (isThere(file)) throw new AppError('store-failed', 'notes-file-in-the-way');
    renameSync(building, file);
    return;
  }
  removeFileNow(building);
}

const NO_LINKS = new Set<unknown>(['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK', 'EISDIR']);

/**
 * Removes a database with the files that SQLite creates beside it. A folder in the place of
 * one of them is set aside.
 * @throws the file system's error
 */
export function removeDatabase(file: string): void {
  for (const part of DATABASE_PARTS) {
    makeWayForFileNow(file + part);
    removeFileNow(file + part);
  }
}
