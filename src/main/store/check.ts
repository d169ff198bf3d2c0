/**
 * Is a database what this app has written? Three looks of growing cost: the schema, the small tables that hold what
 * only this device knows, and every page.
 */
import Database from 'better-sqlite3';
import { DamagedError } from './store-error.ts';

/**
 * Every page and every row's form. 2 to 3 ms for each megabyte: 200 to 350 ms for 100,000 notes.
 * @throws DamagedError, or SQLite's own error where not even the check can run
 */
export function checkPages(db: Database.Database, table = ''): void {
  const [problem] = problems(db, table);
  if (problem !== undefined) throw new DamagedError(`The notes on this device are damaged: ${problem}`);
}

/** Whether a table can be read to its end with nothing missing or doubtful. */
export function isSound(db: Database.Database, table: string): boolean {
  try {
    return problems(db, table).length === 0;
  } catch {
    return false;
  }
}

/**
 * The tables and indexes must be those that the migrations up to this version make: a version that was damaged, or
 * a schema that was, would otherwise lead to errors that look like bugs.
 * @throws DamagedError
 */
export function checkSchema(db: Database.Database, migrations: readonly string[]): void {
  const expected = new Database(':memory:');
  try {
    for (const migration of migrations) expected.exec(migration);
    if (schemaOf(db) === schemaOf(expected)) return;
  } finally {
    expected.close();
  }
  throw new DamagedError('The notes on this device are damaged: their tables are not those of Inkling.');
}

function problems(db: Database.Database, table: string): string[] {
  const pragma = table === '' ? 'quick_check(1)' : `quick_check(${table})`;
  const rows: unknown = db.pragma(pragma);
  if (!Array.isArray(rows)) return ['the check gave no answer'];
  return rows.flatMap((row: unknown) => (isOk(row) ? [] : JSON.stringify(row)));
}

function isOk(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'quick_check' in row && row.quick_check === 'ok';
}

/** Without what SQLite adds by itself, such as the statistics of `PRAGMA optimize`. */
function schemaOf(db: Database.Database): string {
  const rows = db
    .prepare(`SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'
       ORDER BY type, name`)
    .all();
  return JSON.stringify(rows);
}
