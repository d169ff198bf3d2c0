/**
 * Opens an account's database: durable settings, and the schema brought up to date in one transaction. A database
 * of a newer version of the app is refused and left as it is, to the byte.
 */
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AppError } from '#shared/error.ts';
import { checkSchema } from '../recovery/check.ts';
import { isOlderThanFile } from '../recovery/log-frames.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { DamagedError, toStoreError } from './store-error.ts';

/** How long a statement waits for another process that holds the file, which no second Inkling does. */
const BUSY_MS = 2_000;
/** A write-ahead log that has grown, in a first sync, say, is cut back to this when it starts over. */
const LOG_BYTES = 16 * 1024 * 1024;
/**
 * At this length of the log a commit also does a checkpoint, which may take tens of milliseconds. As a rule upkeep has done one
 * before, in a quiet moment; an import of 20,000 notes or a first sync of 10,000 stays below. Four kilobytes each.
 */
const LOG_PAGES = 8_000;
/** No release will ever have this many migrations; such a version is damage. */
const IMPLAUSIBLE_VERSION = 10_000;

/**
 * @param file path, or `:memory:`
 * @param migrations for tests of older versions
 * @throws AppError `store-newer`, `store-damaged`, `store-full`, `store-failed`
 */
export function openDatabase(file: string, migrations = MIGRATIONS): Database.Database {
  let db: Database.Database | undefined;
  try {
    const version = peekVersion(file);
    refuseNewer(version, migrations.length, file);
    // Before a connection does a checkpoint.
    if (isLogOlder(file))
      throw new DamagedError('The notes on this device are damaged: their log is broken.');
    db = new Database(file, { timeout: BUSY_MS });
    configure(db);
    checkSchema(db, migrations.slice(0, version));
    migrate(db, version, migrations);
    return db;
  } catch (error) {
    if (db !== undefined) closeAsItIs(db);
    throw toStoreError(error);
  }
}

/** Whether a newer version of the app has written the file, as far as that can be read. */
export function isNewer(file: string): boolean {
  try {
    const version = peekVersion(file);
    return version > MIGRATIONS.length && version <= IMPLAUSIBLE_VERSION;
  } catch {
    return false;
  }
}

/** What a file is refused with that a newer version of the app has written. */
export function newerError(file: string): AppError {
  return new AppError(
    'store-newer',
    `The notes in ${file} were last opened by a newer version of Inkling. Please update Inkling to open them.`,
  );
}

/**
 * Closes a database that is not to be trusted. The last connection to close does a checkpoint, and a log that does not
 * belong to the file would overwrite what can still be read; while somebody else reads, SQLite leaves both. Closing one that is
 * closed is no error.
 */
export function closeAsItIs(db: Database.Database): void {
  if (!db.open) return;
  const file = db.name;
  const isCut = sizeOf(file) === 0 && sizeOf(`${file}-wal`) > 0;
  const log = isCut ? readFileSync(`${file}-wal`) : null;
  let reader: Database.Database | undefined;
  try {
    reader = openReader(file);
    versionOf(reader);
  } catch {
    // What cannot be read is not written either.
  }
  try {
    db.close();
  } finally {
    reader?.close();
    if (log !== null) writeFileSync(`${file}-wal`, log, { mode: 0o600 });
  }
}

/**
 * Another connection, which writes nothing.
 * @throws DamagedError where there is nothing to read: SQLite deletes the log of an empty file, and in that may be all that is left
 */
export function openReader(file: string): Database.Database {
  if (existsSync(file) && sizeOf(file) === 0) throw new DamagedError('The file of the notes is empty.');
  return new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
}

/**
 * No `PRAGMA optimize`: every query is written for its index, and statistics of lists of which one holds nearly all
 * notes lead the planner to read whole tables instead.
 */
function configure(db: Database.Database): void {
  db.pragma('journal_mode = WAL');
  beDurable(db);
  db.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
  db.pragma(`journal_size_limit = ${LOG_BYTES}`);
  db.pragma('foreign_keys = ON');
  // Damage is found where it is read, before it is answered or copied on.
  db.pragma('cell_size_check = ON');
}

/** A commit is on the disk before it is answered, also when the power fails; macOS needs to be told twice. */
export function beDurable(db: Database.Database): void {
  db.pragma('synchronous = FULL');
  db.pragma('fullfsync = ON');
  db.pragma('checkpoint_fullfsync = ON');
}

/**
 * The version as far as it can be known without opening the file: a connection that may write would make a log
 * beside it, or do a checkpoint.
 */
function peekVersion(file: string): number {
  if (sizeOf(`${file}-wal`) === 0) return versionInHeader(file);
  const db = openReader(file);
  try {
    return versionOf(db);
  } finally {
    db.close();
  }
}

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
/** Place of `user_version` (https://sqlite.org/fileformat2.html, section 1.3). */
const VERSION_AT = 60;

function versionInHeader(file: string): number {
  if (sizeOf(file) < HEADER_BYTES) return 0;
  const header = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header);
  } finally {
    closeSync(descriptor);
  }
  return header.toString('latin1', 0, MAGIC.length) === MAGIC ? header.readInt32BE(VERSION_AT) : 0;
}

/** 0 where there is no such file. */
function sizeOf(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true ? stats.size : 0;
}

function versionOf(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

function refuseNewer(version: number, newest: number, file: string): void {
  if (version < 0 || version > IMPLAUSIBLE_VERSION) {
    throw new DamagedError(`The notes on this device are damaged: their version is ${version}.`);
  }
  if (version > newest) throw newerError(file);
}

/**
 * Whether a log stands beside the file that would bring older pages over its newer ones.
 * @throws the file system's error
 */
export function isLogOlder(file: string): boolean {
  const log = `${file}-wal`;
  if (sizeOf(log) === 0 || sizeOf(file) === 0) return false;
  const descriptor = openSync(file, 'r');
  try {
    return isOlderThanFile(readFileSync(log), (page, size) => {
      const bytes = Buffer.alloc(size);
      readSync(descriptor, bytes, 0, size, (page - 1) * size);
      return bytes;
    });
  } finally {
    closeSync(descriptor);
  }
}

/** All or nothing: a failing migration leaves the file at the version that it had. */
function migrate(db: Database.Database, from: number, migrations: readonly string[]): void {
  if (from === migrations.length) return;
  db.transaction(() => {
    for (const migration of migrations.slice(from)) db.exec(migration);
    db.pragma(`user_version = ${migrations.length}`);
  }).exclusive();
}
