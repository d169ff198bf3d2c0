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

export interface PageCheck {
  /** Tables and indexes with a page that makes no sense. */
  readonly broken: ReadonlySet<string>;
  /** Pages that no table or index has and that are not free, also pointer maps, and those that two have. */
  readonly misplacedPages: readonly number[];
  /** Whether an index, or a reference, disagrees with a table although neither is broken. */
  readonly areRowsMissing: boolean;
}

/**
 * Tells pages that make no sense by themselves from pages that are of another moment than others.
 * @throws SQLite's error if the disk is full or fails
 */
export function inspectPages(db: Database.Database): PageCheck {
  let found = '';
  const check = db.prepare<[], string>(`PRAGMA integrity_check(${MOST_PROBLEMS})`).pluck();
  // SQLite first says where the pages belong. Then it reads the tables, and ends at some kinds of damage.
  tryToRead(() => {
    for (const problem of check.iterate()) found += `${problem}\n`;
  });
  const matches = (pattern: RegExp): string[] =>
    [...found.matchAll(pattern)].flatMap(([, ...groups]) => groups.filter((group) => group !== undefined));
  const trees = db
    .prepare<[], Tree>('SELECT name, tbl_name AS "table", rootpage AS root FROM sqlite_schema')
    .all();
  const brokenRoots = new Set(matches(/^Tree (\d+) /gm).map(Number));
  const broken = new Set([
    ...trees.filter(({ root }) => brokenRoots.has(root)).map(({ name }) => name),
    ...matches(/ order for (\S+)$/gm),
  ]);
  const disagreeing = matches(/ (?:in|from|of) index (\S+)$/gm).map((index) => [
    index,
    trees.find(({ name }) => name === index)?.table ?? '',
  ]);
  const references = tryToRead(() => db.prepare<[], Reference>('PRAGMA foreign_key_check').all()) ?? [];
  return {
    broken,
    misplacedPages: matches(/^Page (\d+): never used|2nd reference to page (\d+)/gm).map(Number),
    areRowsMissing: [...disagreeing, ...references.map(({ table, parent }) => [table, parent])].some(
      (names) => !names.some((name) => broken.has(name)),
    ),
  };
}

interface Tree {
  readonly name: string;
  readonly table: string;
  readonly root: number;
}

/** A row that refers to one that is missing. */
interface Reference {
  readonly table: string;
  readonly parent: string;
}

const MOST_PROBLEMS = 2 ** 31 - 1;

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
