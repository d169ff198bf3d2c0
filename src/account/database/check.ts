/**
 * Checks whether a database is what this app wrote. There are three checks, of growing cost: the schema,
 * one table, and every page.
 */
import Database from 'better-sqlite3';
import { DamagedError, tryToRead } from './store-error.ts';

/**
 * Checks every page, the form of every row, and whether tables, indexes and references agree; only the
 * last finds a damaged id. Takes 3 to 5 ms per megabyte in memory: 350 to 550 ms for 100,000 notes, and
 * seconds from a busy disk.
 * @throws DamagedError, or SQLite's own error if not even the check can run
 */
export function checkPages(db: Database.Database): void {
  const found = [...problems(db, 1), ...db.prepare('PRAGMA foreign_key_check').all()];
  if (found.length > 0) throw new DamagedError('damaged-pages');
}

/**
 * Whether a table can be read to its end with nothing missing or doubtful.
 * @throws SQLite's error if the disk is full or fails
 */
export function isSound(db: Database.Database, table: string): boolean {
  return tryToRead(() => problems(db, table).length === 0) === true;
}

/**
 * Checks that the tables and indexes are those that these migrations create. Otherwise a damaged version
 * number or schema would lead to errors that look like bugs.
 * @throws DamagedError
 */
export function checkSchema(db: Database.Database, migrations: readonly string[]): void {
  if (hasSchema(db, migrations)) return;
  throw new DamagedError('damaged-tables');
}

export function hasSchema(db: Database.Database, migrations: readonly string[]): boolean {
  return schemaOf(db) === schemaAfter(migrations);
}

/** Caches schemas by their migrations, because creating one takes a few milliseconds. */
const schemas = new Map<string, string>();

function schemaAfter(migrations: readonly string[]): string {
  const key = migrations.join(';');
  const cached = schemas.get(key);
  if (cached !== undefined) return cached;
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

/** @param of the name of a table, or how many problems to look for in the whole file */
function problems(db: Database.Database, of: string | number): unknown[] {
  return db
    .prepare<[], { integrity_check: unknown }>(`PRAGMA integrity_check(${of})`)
    .all()
    .filter((row) => row.integrity_check !== 'ok');
}

/** The schema without SQLite's own tables, such as the statistics of `PRAGMA optimize`. */
function schemaOf(db: Database.Database): string {
  const rows = db
    .prepare(`SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'
       ORDER BY type, name`)
    .all();
  return JSON.stringify(rows);
}
