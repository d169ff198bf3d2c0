/**
 * Is a database what this app has written? Three looks of growing cost: the schema, the small tables that hold what
 * only this device knows, and every page.
 */
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { MIGRATIONS } from '../store/migrations/index.ts';
import { DamagedError, tryToRead } from '../store/store-error.ts';
import { withCopy } from './open-damaged.ts';

/**
 * Every page, every row's form, and whether tables, indexes and references agree: a damaged id is found by that alone.
 * 3 to 5 ms for each megabyte that is in memory already: 350 to 550 ms for 100,000 notes, seconds from a busy disk.
 * @throws DamagedError, or SQLite's own error where not even the check can run
 */
export function checkPages(db: Database.Database): void {
  const [problem] = [...problems(db, 1), ...db.prepare('PRAGMA foreign_key_check').all()];
  if (problem === undefined) return;
  throw new DamagedError(`The notes on this device are damaged: ${JSON.stringify(problem)}`);
}

/**
 * Whether a table can be read to its end with nothing missing or doubtful.
 * @throws SQLite's error where the disk is full or fails
 */
export function isSound(db: Database.Database, table: string): boolean {
  return tryToRead(() => problems(db, table).length === 0) === true;
}

/**
 * The tables and indexes must be those that the migrations up to this version make: a version that was damaged, or
 * a schema that was, would otherwise lead to errors that look like bugs.
 * @throws DamagedError
 */
export function checkSchema(db: Database.Database, migrations: readonly string[]): void {
  if (schemaOf(db) === schemaAfter(migrations)) return;
  throw new DamagedError('The notes on this device are damaged: their tables are not those of Inkling.');
}

/**
 * Whether the file says for certain which tables it has, be they this app's or not.
 * @param file a copy
 * @throws SQLite's error where the disk is full or fails
 */
export function hasSoundSchema(file: string): boolean {
  if (!existsSync(file)) return false;
  // An empty file is a sound database without tables.
  const isSchemaSound = withCopy(
    file,
    (db) => db.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined && isSound(db, 'sqlite_schema'),
  );
  return isSchemaSound === true;
}

/** Up to which of the app's migrations the tables and indexes are those of the file, whatever it says; null: of none. */
export function schemaVersion(db: Database.Database): number | null {
  const there = schemaOf(db);
  for (let version = MIGRATIONS.length; version > 0; version -= 1) {
    if (there === schemaAfter(MIGRATIONS.slice(0, version))) return version;
  }
  return null;
}

/** Schemas by the migrations that make them, because making one takes a few milliseconds. */
const schemas = new Map<string, string>();

function schemaAfter(migrations: readonly string[]): string {
  const key = migrations.join(';');
  const known = schemas.get(key);
  if (known !== undefined) return known;
  const db = new Database(':memory:');
  try {
    for (const migration of migrations) db.exec(migration);
    const schema = schemaOf(db);
    schemas.set(key, schema);
    return schema;
  } finally {
    db.close();
  }
}

/** @param of a table, or how many problems of the whole file are looked for */
function problems(db: Database.Database, of: string | number): unknown[] {
  return db
    .prepare<[], { integrity_check: unknown }>(`PRAGMA integrity_check(${of})`)
    .all()
    .filter((row) => row.integrity_check !== 'ok');
}

/** Without what SQLite adds by itself, such as the statistics of `PRAGMA optimize`. */
function schemaOf(db: Database.Database): string {
  const rows = db
    .prepare(`SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'
       ORDER BY type, name`)
    .all();
  return JSON.stringify(rows);
}
