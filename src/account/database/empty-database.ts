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

/**
 * The tag of a database's last transaction (`cache.tag`), read from a single page without the rest of the file.
 * @returns null if the page makes no sense
 */
export function tagOnPage(page: Buffer): number | null {
  const { bytes, tagPage } = emptyDatabase();
  const copy = Buffer.from(bytes);
  page.copy(copy, (tagPage - 1) * page.length);
  placeRow(copy.subarray((tagPage - 1) * page.length, tagPage * page.length));
  try {
    const db = new Database(copy);
    try {
      return db.prepare<[], number>('SELECT tag FROM cache').pluck().get() ?? null;
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}

/** Of the smallest part of a file that a disk writes completely or not at all. */
const SECTOR_BYTES = 512;

/**
 * Writes into the head of a tag page where its only row begins. The row ends with the page, behind zeros
 * (`secure_delete`), and its length grows with its numbers: if a power cut has stored only one of them, the head
 * names the place of the row before.
 */
function placeRow(page: Buffer): void {
  const sector = page.length - SECTOR_BYTES;
  const row = page.findIndex((byte, at) => at >= sector && byte !== 0);
  // At the beginning of the sector the row may go on in front of it.
  if (row <= sector) return;
  for (const at of ROW_IN_HEAD) page.writeUInt16BE(row, at);
}

/** Where the head of a page with a single row says where the row begins (fileformat2.html, section 1.6). */
const ROW_IN_HEAD = [5, 8] as const;
