/**
 * An empty database in memory. Its first tables are in the same places as in every other database, because
 * all of them begin with these.
 */
import Database from 'better-sqlite3';
import { MIGRATIONS } from './migrations/index.ts';
import { setLayout } from './open.ts';

interface Empty {
  readonly bytes: Buffer;
  /** Numbers of the pages that say where the tables begin. */
  readonly schemaPages: readonly number[];
  /** The number of the page with the row of `cache`. */
  readonly tagPage: number;
}

let empty: Empty | undefined;

export function emptyDatabase(): Empty {
  if (empty !== undefined) return empty;
  const db = new Database(':memory:');
  try {
    setLayout(db);
    for (const migration of MIGRATIONS) db.exec(migration);
    const root = db
      .prepare<[], number>(`SELECT rootpage FROM sqlite_schema WHERE name = 'cache'`)
      .pluck()
      .get();
    const pages = db.prepare<[], number>(`SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'`).pluck();
    empty = { bytes: db.serialize(), schemaPages: pages.all(), tagPage: root ?? 0 };
    return empty;
  } finally {
    db.close();
  }
}

export interface Tags {
  /** Of the last transaction. */
  readonly tag: number;
  /** Of the transaction before it. */
  readonly tag_before: number;
}

/**
 * The tags of a database (`cache.tag`), read from a single page without the rest of the file.
 * @returns null if the page makes no sense
 */
export function tagsOnPage(page: Buffer): Tags | null {
  const { bytes, tagPage } = emptyDatabase();
  const copy = Buffer.from(bytes);
  page.copy(copy, (tagPage - 1) * page.length);
  try {
    const db = new Database(copy);
    try {
      return db.prepare<[], Tags>('SELECT tag, tag_before FROM cache').get() ?? null;
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}
