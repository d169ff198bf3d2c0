/**
 * Opens an account's database, makes its commits durable, and brings its schema up to date in one
 * transaction. A database that a newer version of the app wrote is refused and left untouched.
 */
import { closeSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { readWholeFile } from '#disk/read-file.ts';
import { isFile, isThere } from '#disk/there.ts';
import { AppError } from '#shared/base/error.ts';
import { RAISE_NUMBER } from './backups.ts';
import { checkSchema, hasSchema } from './check.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { DamagedError, toStoreError, tryToRead } from './store-error.ts';

/** How long a statement waits while another process locks the file, which no second Inkling does. */
export const BUSY_MS = 2_000;
/**
 * A write-ahead log that has grown, for example in a first sync, is truncated to this size when it starts over. So
 * the end of the round before may be missing (`log.ts`).
 */
export const LOG_BYTES = 16 * 1024 * 1024;
/**
 * In pages of 4 kB. When the log has this length, a commit also does a checkpoint, which may take tens of
 * milliseconds. Usually upkeep has done one before, in a quiet moment; an import of 20,000 notes or a first
 * sync of 10,000 stays below.
 */
const LOG_PAGES = 8_000;

/**
 * @param file path, or `:memory:`
 * @param migrations for tests of later versions
 * @throws AppError `store-newer`, `store-damaged`, `store-full`, `store-failed`
 */
export function openDatabase(file: string, migrations = MIGRATIONS): Database.Database {
  let db: Database.Database | undefined;
  try {
    const schemaVersion = readSchemaVersion(file);
    refuseOtherSchema(schemaVersion, migrations, file);
    db = new Database(file, { timeout: BUSY_MS });
    if (schemaVersion === 0) setLayout(db);
    configure(db);
    checkSchema(db, migrations.slice(0, schemaVersion));
    migrate(db, schemaVersion, migrations);
    return db;
  } catch (error) {
    db?.close();
    throw toStoreError(error);
  }
}

/**
 * Whether a newer version of the app wrote the file; false if the file makes no sense.
 * @throws the error of a failing disk, which says nothing about the file
 */
export function isNewer(file: string): boolean {
  if (!isFile(file)) return false;
  return (
    tryToRead(() => readSchemaVersion(file) > MIGRATIONS.length && !hasSchemaOf(file, MIGRATIONS)) === true
  );
}

export function newerError(): AppError {
  return new AppError('store-newer', 'notes-newer');
}

/**
 * Opens the guard of a database: a read-only connection. The last connection to close writes the log into the
 * file and removes it, unless it is read-only. So a guard that is opened first, before anything fails, and
 * closed last leaves both as they are (`closeWithoutCheckpoint`).
 * @throws SQLite's error; DamagedError if the file is empty
 */
export function openGuard(file: string): Database.Database {
  const guard = openReader(file);
  try {
    schemaVersionOf(guard);
    return guard;
  } catch (error) {
    guard.close();
    throw error;
  }
}

/**
 * Closes a database that cannot be trusted, and leaves its file and its log as they are: a log that does not
 * belong to the file would overwrite what can still be read, and without a log the next opening would not
 * check the file. Does nothing if the database is closed.
 */
export function closeWithoutCheckpoint(db: Database.Database, guard: Database.Database): void {
  if (!db.open) return;
  const log = logOfEmptied(db.name);
  try {
    db.close();
  } finally {
    guard.close();
    if (log !== null) writeFileSync(`${db.name}-wal`, log, { mode: 0o600 });
  }
}

/**
 * The log of a file that was truncated to nothing, which SQLite deletes on closing; null for any other file.
 */
function logOfEmptied(file: string): Buffer | null {
  try {
    const isCut = sizeOf(file) === 0 && sizeOf(`${file}-wal`) > 0;
    return isCut ? readWholeFile(`${file}-wal`) : null;
  } catch {
    // A failing disk must not leave the database open.
    return null;
  }
}

/**
 * Opens another connection, which writes nothing.
 * @throws DamagedError if the file is empty: SQLite would delete its log, perhaps the last copy of the notes
 */
export function openReader(file: string): Database.Database {
  if (isThere(file) && sizeOf(file) === 0) throw new DamagedError('damaged-file-empty');
  return new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
}

/**
 * Must be called before anything is in the file. With pointer maps, free pages can be returned to the file
 * system a few at a time.
 */
export function setLayout(db: Database.Database): void {
  db.pragma('auto_vacuum = INCREMENTAL');
}

/**
 * No `PRAGMA optimize`: every query is written for its index. With statistics, the planner would read whole
 * tables instead, because one of the lists holds nearly all notes.
 */
function configure(db: Database.Database): void {
  db.pragma('journal_mode = WAL');
  setDurability(db);
  db.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
  db.pragma(`journal_size_limit = ${LOG_BYTES}`);
  db.pragma('foreign_keys = ON');
  // Makes SQLite find damage when it reads a page, before the damage is returned or copied.
  db.pragma('cell_size_check = ON');
  // Overwrites deleted words, also on pages that become free.
  db.pragma('secure_delete = ON');
}

/**
 * Makes each commit reach the disk before it is answered, so that it survives a power cut.
 * macOS also needs `fullfsync`.
 */
export function setDurability(db: Database.Database): void {
  db.pragma('synchronous = FULL');
  db.pragma('fullfsync = ON');
  db.pragma('checkpoint_fullfsync = ON');
}

/**
 * The schema's version, read without a writable connection, which would create a log beside the
 * file or do a checkpoint.
 */
function readSchemaVersion(file: string): number {
  if (sizeOf(`${file}-wal`) === 0) return schemaVersionInHeader(file);
  const db = openReader(file);
  try {
    return schemaVersionOf(db);
  } finally {
    db.close();
  }
}

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
/**
 * Offsets in the header (https://sqlite.org/fileformat2.html, section 1.3) of two bytes that are 1 in a file
 * without a log, and of `user_version`.
 */
const [JOURNAL_AT, VERSION_AT] = [18, 60];

function schemaVersionInHeader(file: string): number {
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

/** In bytes; 0 if there is no such file. */
export function sizeOf(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true ? stats.size : 0;
}

function schemaVersionOf(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/** The number of a newer version over this version's tables is damage. */
function refuseOtherSchema(schemaVersion: number, migrations: readonly string[], file: string): void {
  if (schemaVersion >= 0 && schemaVersion <= migrations.length) return;
  if (schemaVersion > 0 && !hasSchemaOf(file, migrations)) throw newerError();
  throw new DamagedError({ id: 'damaged-version', count: schemaVersion });
}

function hasSchemaOf(file: string, migrations: readonly string[]): boolean {
  return readUntouched(file, (db) => hasSchema(db, migrations));
}

/**
 * Reads a database without changing it or, if it has no log, anything beside it: even a read-only
 * connection creates files.
 * @throws SQLite's error; DamagedError if the file is empty
 */
export function readUntouched<Result>(file: string, read: (db: Database.Database) => Result): Result {
  const db = sizeOf(`${file}-wal`) === 0 ? openInMemory(file) : openReader(file);
  try {
    return read(db);
  } finally {
    db.close();
  }
}

function openInMemory(file: string): Database.Database {
  const bytes = readWholeFile(file);
  if (bytes.length > HEADER_BYTES) bytes.fill(1, JOURNAL_AT, JOURNAL_AT + 2);
  return new Database(bytes);
}

/** All or nothing: a failing migration leaves the file at its old version. */
function migrate(db: Database.Database, from: number, migrations: readonly string[]): void {
  if (from === migrations.length) return;
  db.transaction(() => {
    for (const migration of migrations.slice(from)) db.exec(migration);
    if (from > 0) db.exec(RAISE_NUMBER);
    db.pragma(`user_version = ${migrations.length}`);
  }).exclusive();
}
