/** The number of a database (`cache.number`) as a single page has it, read without the rest of the file. */
import Database from 'better-sqlite3';
import { numberIn } from './backups.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** An empty database, whose page with the row of `cache` has the same number as in every other: the first schema has made it. */
interface Empty {
  readonly bytes: Buffer;
  readonly page: number;
}

let empty: Empty | undefined;

function emptyDatabase(): Empty {
  if (empty !== undefined) return empty;
  const db = new Database(':memory:');
  try {
    for (const migration of MIGRATIONS) db.exec(migration);
    const root = db
      .prepare<[], number>(`SELECT rootpage FROM sqlite_schema WHERE name = 'cache'`)
      .pluck()
      .get();
    empty = { bytes: db.serialize(), page: root ?? 0 };
    return empty;
  } finally {
    db.close();
  }
}

/** The number of the page with the row of `cache`. */
export function numberPage(): number {
  return emptyDatabase().page;
}

/** @returns null if the page makes no sense */
export function numberOnPage(page: Buffer): number | null {
  const bytes = Buffer.from(emptyDatabase().bytes);
  page.copy(bytes, (numberPage() - 1) * page.length);
  try {
    const db = new Database(bytes);
    try {
      return numberIn(db);
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}
