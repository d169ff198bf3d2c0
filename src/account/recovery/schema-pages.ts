/**
 * Keeps a second copy of the few pages that say where the tables of a database begin, because without them no row of a sound
 * file can be read. A small file beside the database holds their bytes, and salvage writes them into a copy of a damaged one.
 */
import { createHash } from 'node:crypto';
import { closeSync, constants, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { replaceFileNow } from '#disk/durable-file.ts';
import { takeSizeFromFile } from './damaged-files.ts';

interface SchemaPages {
  readonly pageSize: number;
  /** The root page of each table and index, as JSON. If a root has changed, so have the pages. */
  readonly roots: string;
  /** Bytes of each page in base64, by its number. */
  readonly pages: readonly (readonly [number: number, bytes: string])[];
}

/** Stores the pages if they are not stored yet, or if a migration has changed them. The database is open and sound. */
export function storeSchemaPages(db: Database.Database, database: string): void {
  const roots = JSON.stringify(
    db.prepare('SELECT name, rootpage FROM sqlite_schema ORDER BY name').raw().all(),
  );
  if (readSchemaPages(database)?.roots === roots) return;
  // Pages in the log are not in the file yet.
  db.pragma('wal_checkpoint(TRUNCATE)');
  const pageSize = Number(db.pragma('page_size', { simple: true }));
  const numbers = db
    .prepare<[], number>(`SELECT pageno FROM dbstat WHERE name = 'sqlite_schema' ORDER BY pageno`)
    .pluck()
    .all();
  const descriptor = openSync(database, 'r');
  try {
    const pages = numbers.map((number): [number, string] => {
      const bytes = Buffer.alloc(pageSize);
      readSync(descriptor, bytes, 0, pageSize, (number - 1) * pageSize);
      return [number, bytes.toString('base64')];
    });
    const content = JSON.stringify({ pageSize, roots, pages } satisfies SchemaPages);
    replaceFileNow(fileOf(database), `${sumOf(content)}\n${content}`);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Writes the pages into a copy of the database, which is created if it does not exist.
 * @returns whether this has changed anything
 */
export function restoreSchemaPages(database: string, copy: string): boolean {
  const kept = readSchemaPages(database);
  if (kept === null) return false;
  const descriptor = openSync(copy, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    const changes = kept.pages.map(([number, base64]) => {
      const bytes = Buffer.from(base64, 'base64');
      const there = Buffer.alloc(kept.pageSize);
      const start = (number - 1) * kept.pageSize;
      readSync(descriptor, there, 0, kept.pageSize, start);
      writeSync(descriptor, bytes, 0, kept.pageSize, start);
      return !(number === 1 ? lastingBytes(bytes).equals(lastingBytes(there)) : bytes.equals(there));
    });
    takeSizeFromFile(descriptor);
    return changes.includes(true);
  } finally {
    closeSync(descriptor);
  }
}

/** Where the first page has two counters that change with every commit (fileformat2.html, section 1.3). */
const [CHANGES_AT, VALID_FOR_AT] = [24, 92];

/** Without bytes 24 to 39 and 92 to 99, which change with every commit: the counters, the size and the free list. */
function lastingBytes(first: Buffer): Buffer {
  return Buffer.concat([
    first.subarray(0, CHANGES_AT),
    first.subarray(40, VALID_FOR_AT),
    first.subarray(100),
  ]);
}

/** Null if they are not stored, or if their file is damaged itself. */
function readSchemaPages(database: string): SchemaPages | null {
  try {
    const [sum = '', content = ''] = readFileSync(fileOf(database), 'utf8').split('\n');
    const pages: SchemaPages = JSON.parse(content);
    return sum === sumOf(content) ? pages : null;
  } catch {
    return null;
  }
}

function fileOf(database: string): string {
  return `${database}.schema`;
}

function sumOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
