/**
 * Reads the rows of a damaged table page by page. A broken page ends a scan, although the pages below it
 * may be sound. So, in a copy, each page in turn replaces the table's root, and SQLite reads this page and
 * those below it. A page does not say to which table it belongs: rows that make no sense in this table are
 * taken for rows of another.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { readWholeFile } from '#disk/read-file.ts';
import { tryToRead } from '../database/store-error.ts';
import { PAGE_BYTES } from '../database/log.ts';
import { withDamaged } from './copies.ts';

export interface LooseTable {
  readonly name: string;
  /** Columns by which the table is ordered. */
  readonly key: readonly string[];
  /**
   * An SQL condition that tells rows of this table from rows of other tables that were read as if
   * they belonged to this one.
   */
  readonly isSane: string;
  /**
   * How many columns its rows have. Only for a table without rowids, whose pages look like those of indexes.
   */
  readonly columns?: number;
}

/** First bytes of pages (fileformat2.html, section 1.6): inner pages, which lead to others, come first. */
const TABLE_PAGES = [5, 13];
const INDEX_PAGES = [2, 10];

/**
 * @param file a copy of the database that is not open anywhere
 * @param oneMoment whether the first page's list of free pages is of the same moment as the others: rows on
 *   free pages were deleted
 * @param add called with each row, which may have been read before
 * @returns the pages of which each row was read, all of this table
 */
export function readLoosePages(
  file: string,
  table: LooseTable,
  oneMoment: boolean,
  add: (row: RawRow) => void,
): ReadonlySet<number> {
  const bytes = readWholeFile(file);
  const pageSize = bytes.length < 100 ? 0 : bytes.readUInt16BE(16);
  const root = withDamaged(file, (db) => rootOf(db, table.name)) ?? 0;
  const complete = new Set<number>();
  if (pageSize < 512 || root < 2) return complete;
  const pageAt = (number: number): Buffer => bytes.subarray((number - 1) * pageSize, number * pageSize);
  const done = oneMoment ? freePages(bytes) : new Set<number>();
  const descriptor = openSync(file, 'r+');
  try {
    const kinds = table.columns === undefined ? TABLE_PAGES : INDEX_PAGES;
    for (const kind of kinds) {
      for (let number = 2; number * pageSize <= bytes.length; number += 1) {
        const page = pageAt(number);
        if (done.has(number) || page[0] !== kind || isPointerMap(number)) continue;
        // A table's inner root has no rows, and the pages below it were scanned. An index's root has rows.
        if (number === root && kind === TABLE_PAGES[0]) continue;
        if (!mayHaveRows(page, table) && kind !== TABLE_PAGES[0]) continue;
        const readWithRoot = (replacement: Buffer): ReadPages | undefined => {
          writeSync(descriptor, replacement, 0, pageSize, (root - 1) * pageSize);
          return withDamaged(file, (db) => readRows(db, table, add));
        };
        const read = readWithRoot(page);
        // The root's number means this page now. A stale row may continue on a page that has rows by now.
        const numbers = (read?.numbers ?? [])
          .map((one) => (one === root ? number : one))
          .filter((one) => one === number || read?.overflow.has(one) !== true || pageAt(one)[0] === 0);
        for (const one of numbers) if (one !== number) done.add(one);
        if (read?.isComplete === true) for (const one of numbers) complete.add(one);
        if (read === undefined && table.columns !== undefined)
          for (const row of rowsOf(page)) readWithRoot(row);
      }
    }
    const before = pageAt(root);
    writeSync(descriptor, before, 0, before.length, (root - 1) * pageSize);
    return complete;
  } finally {
    closeSync(descriptor);
  }
}

interface ReadPages {
  readonly numbers: readonly number[];
  /** Those on which long rows continue. */
  readonly overflow: ReadonlySet<number>;
  /** Whether each row on them was read, and is one of this table. */
  readonly isComplete: boolean;
}

/**
 * Whether a page has the form of one with rows of the table. If a row lacked columns, SQLite would fill them
 * with their defaults.
 */
export function mayHaveRows(page: Buffer, { columns }: Pick<LooseTable, 'columns'>): boolean {
  const [kind] = page;
  if (columns === undefined) return kind === TABLE_PAGES[1];
  return INDEX_PAGES.some((one) => one === kind) && columns === columnsOf(page);
}

/**
 * Whether a page has the form of one on which a long row continues (section 1.6): the number of the next such page,
 * or zero, and then words. A free page has zeros instead or, if it lists others, how many these are (section 1.5).
 */
export function mayContinueRow(page: Buffer, lastPage: number): boolean {
  return page.length >= 8 && page.readUInt32BE(0) <= lastPage && page.readUInt32BE(4) > PAGE_BYTES / 4;
}

/**
 * Whether a page maps the others instead of having rows (section 1.8): in a file that can become shorter, each
 * map is followed by the pages that it has an entry of five bytes for.
 */
export function isPointerMap(number: number): boolean {
  return (number - 2) % (Math.floor(PAGE_BYTES / 5) + 1) === 0;
}

/** @throws SQLite's error if not even the keys of the rows can be read */
function readRows(
  db: Database.Database,
  { name, key, isSane, columns: indexColumns }: LooseTable,
  add: (row: RawRow) => void,
): ReadPages {
  const readAll = (): ReadPages => {
    const all = db.prepare<[], RawRow>(`SELECT * FROM ${name} NOT INDEXED WHERE ${isSane}`);
    let count = 0;
    for (const row of all.iterate()) {
      add(row);
      count += 1;
    }
    const pages = db
      .prepare<[string], { pageno: number; pagetype: string; ncell: number }>(
        'SELECT pageno, pagetype, ncell FROM dbstat WHERE name = ?',
      )
      .all(name);
    const withRows = pages.filter(({ pagetype }) => pagetype === 'leaf' || indexColumns !== undefined);
    return {
      numbers: pages.map(({ pageno }) => pageno),
      overflow: new Set(pages.flatMap(({ pageno, pagetype }) => (pagetype === 'overflow' ? pageno : []))),
      isComplete: withRows.reduce((sum, { ncell }) => sum + ncell, 0) === count,
    };
  };
  // A row of an index cannot be read by itself: SQLite finds it by comparing it with other rows,
  // which it reads completely.
  if (indexColumns !== undefined) return readAll();
  const pages = tryToRead(readAll);
  if (pages !== undefined) return pages;
  // A row that continues on a lost page ends the scan, so each row is read by itself.
  const keys = db
    .prepare<[], unknown[]>(`SELECT ${key.join(', ')} FROM ${name} NOT INDEXED`)
    .raw()
    .all();
  const condition = key.map((column) => `${column} = ?`).join(' AND ');
  const selectRow = db.prepare<unknown[], RawRow>(`SELECT * FROM ${name} WHERE ${condition} AND ${isSane}`);
  for (const values of keys) {
    const row = tryToRead(() => selectRow.get(...values));
    if (row !== undefined) add(row);
  }
  return { numbers: [], overflow: new Set(), isComplete: false };
}

/** Copies of an index page, each with only one of its rows (section 1.6). */
function rowsOf(page: Buffer): Buffer[] {
  const count = Math.min(page.readUInt16BE(3), Math.floor((page.length - pointersAt(page)) / 2));
  return Array.from({ length: count }, (_, row) => {
    const singleRow = Buffer.from(page);
    singleRow[0] = 10;
    singleRow.writeUInt16BE(1, 3);
    singleRow.writeUInt16BE(rowAt(page, row) % 65_536, 8);
    return singleRow;
  });
}

/** Offset of an index page's pointers to its rows. */
function pointersAt(page: Buffer): number {
  return page[0] === 2 ? 12 : 8;
}

/** Offset of a row on an index page. On an inner page, the number of another page precedes the row. */
function rowAt(page: Buffer, row: number): number {
  return page.readUInt16BE(pointersAt(page) + 2 * row) + (page[0] === 2 ? 4 : 0);
}

type RawRow = Readonly<Record<string, unknown>>;

function rootOf(db: Database.Database, table: string): number | undefined {
  return db
    .prepare<[string], number>(`SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?`)
    .pluck()
    .get(table);
}

/** Number of columns of the first row on an index page (sections 1.6 and 2.1); 0 if there is no row. */
export function columnsOf(page: Buffer): number {
  const row = rowAt(page, 0);
  if (page.readUInt16BE(3) === 0 || row >= page.length) return 0;
  const header = afterVarint(page, row);
  const end = header + (page[header] ?? 0);
  let columns = 0;
  for (let at = header + 1; at < end; at = afterVarint(page, at)) columns += 1;
  return columns;
}

/**
 * The offset after a varint. Every byte but the last has its highest bit set; the ninth is always the last.
 */
function afterVarint(page: Buffer, from: number): number {
  let at = from;
  while (at < from + 8 && (page[at] ?? 0) >= 0x80) at += 1;
  return at + 1;
}

/** The pages in the list of free ones (section 1.5). */
export function freePages(file: Buffer): Set<number> {
  const free = new Set<number>();
  const pageSize = file.readUInt16BE(16);
  for (let trunk = file.readUInt32BE(32); trunk > 0 && !free.has(trunk);) {
    free.add(trunk);
    const page = file.subarray((trunk - 1) * pageSize, trunk * pageSize);
    if (page.length < 8) break;
    const leaves = Math.min(page.readUInt32BE(4), page.length / 4 - 2);
    for (let index = 0; index < leaves; index += 1) free.add(page.readUInt32BE(8 + index * 4));
    trunk = page.readUInt32BE(0);
  }
  return free;
}
