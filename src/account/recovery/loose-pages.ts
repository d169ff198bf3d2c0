/**
 * Reads the rows of a damaged table page by page. A broken page ends a scan, although the pages that it led to may be sound. So
 * each page is put in the place of the table's root, in a copy, and SQLite reads this page and those below it. Nothing says which
 * table a page belongs to: rows that make no sense in this table are taken for those of another.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { tryToRead } from '../store/store-error.ts';
import { withDamaged } from './open-damaged.ts';

export interface LooseTable {
  readonly name: string;
  /** Columns by which the table is ordered. */
  readonly key: readonly string[];
  /** A condition that rows of this table meet, and rows of others, read as if they were of this one, do not. */
  readonly isSane: string;
  /** Of a table without rowids, whose pages look like those of indexes: how many columns its rows have. */
  readonly columns?: readonly number[];
}

/** Bytes that pages begin with (fileformat2.html, section 1.6): those that lead to others come first. */
const TABLE_PAGES = [5, 13];
const INDEX_PAGES = [2, 10];

/** Where the header says whether there is a log (section 1.3.3). */
const VERSIONS_AT = 18;

/**
 * @param file a copy of the database, whose log is in it already and which nobody has open
 * @param isHeaderTrue whether the header says truly which pages are free: what stands on these was deleted
 * @param add is given each row; it may have been read before
 */
export function readLoosePages(
  file: string,
  table: LooseTable,
  isHeaderTrue: boolean,
  add: (row: RawRow) => void,
): void {
  const bytes = readFileSync(file);
  const pageSize = bytes.length < 100 ? 0 : bytes.readUInt16BE(16);
  const root = withDamaged(file, (db) => rootOf(db, table.name)) ?? 0;
  if (pageSize < 512 || root < 2) return;
  const pageAt = (number: number): Buffer => bytes.subarray((number - 1) * pageSize, number * pageSize);
  const done = isHeaderTrue ? freePages(bytes.readUInt32BE(32), pageAt) : new Set<number>();
  const descriptor = openSync(file, 'r+');
  try {
    // Without a log: otherwise each opening makes one.
    writeSync(descriptor, Buffer.from([1, 1]), 0, 2, VERSIONS_AT);
    const kinds = table.columns === undefined ? TABLE_PAGES : INDEX_PAGES;
    for (const kind of kinds) {
      for (let number = 2; number * pageSize <= bytes.length; number += 1) {
        const page = pageAt(number);
        if (done.has(number) || page[0] !== kind) continue;
        // What the root leads to was scanned before, and a root of an index has rows of its own.
        if (number === root && kind === TABLE_PAGES[0]) continue;
        // A row that lacks columns would be read with their defaults.
        if (table.columns !== undefined && !table.columns.includes(columnsOf(page))) continue;
        const readOf = (instead: Buffer): number[] | undefined => {
          writeSync(descriptor, instead, 0, pageSize, (root - 1) * pageSize);
          return withDamaged(file, (db) => readRows(db, table, add));
        };
        const read = readOf(page);
        // In the place of the root stands this page.
        for (const other of read ?? []) if (other !== root) done.add(other);
        if (read === undefined && table.columns !== undefined) for (const row of rowsOf(page)) readOf(row);
      }
    }
    const before = pageAt(root);
    writeSync(descriptor, before, 0, before.length, (root - 1) * pageSize);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * @returns the pages that were read whole
 * @throws SQLite's error where not even the keys of the rows can be read
 */
function readRows(
  db: Database.Database,
  { name, key, isSane, columns: ofIndex }: LooseTable,
  add: (row: RawRow) => void,
): number[] {
  const columns = key.includes('rowid') ? 'rowid, *' : '*';
  const readAll = (): number[] => {
    const all = db.prepare<[], RawRow>(`SELECT ${columns} FROM ${name} NOT INDEXED WHERE ${isSane}`);
    for (const row of all.iterate()) add(row);
    return db.prepare<[string], number>('SELECT pageno FROM dbstat WHERE name = ?').pluck().all(name);
  };
  // A row of an index cannot be read by itself: SQLite finds it by comparing it with others, which it reads whole.
  if (ofIndex !== undefined) return readAll();
  const pages = tryToRead(readAll);
  if (pages !== undefined) return pages;
  // A row that goes on in a lost page ends the scan, so each row is read by itself.
  const keys = db
    .prepare<[], unknown[]>(`SELECT ${key.join(', ')} FROM ${name} NOT INDEXED`)
    .raw()
    .all();
  const condition = key.map((column) => `${column} = ?`).join(' AND ');
  const one = db.prepare<unknown[], RawRow>(
    `SELECT ${columns} FROM ${name} WHERE ${condition} AND ${isSane}`,
  );
  for (const values of keys) {
    const row = tryToRead(() => one.get(...values));
    if (row !== undefined) add(row);
  }
  return [];
}

/** The same page of an index with one of its rows alone, for each of them (section 1.6). */
function rowsOf(page: Buffer): Buffer[] {
  const count = Math.min(page.readUInt16BE(3), Math.floor((page.length - pointersAt(page)) / 2));
  return Array.from({ length: count }, (_, row) => {
    const alone = Buffer.from(page);
    alone[0] = 10;
    alone.writeUInt16BE(1, 3);
    alone.writeUInt16BE(rowAt(page, row) % 65_536, 8);
    return alone;
  });
}

/** Where the numbers of an index page begin that say where its rows stand. */
function pointersAt(page: Buffer): number {
  return page[0] === 2 ? 12 : 8;
}

/** Where a row stands on a page of an index. On an inner page the number of another page stands before it. */
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

/** How many columns the first row on a page of an index has (sections 1.6 and 2.1); 0 without one. */
function columnsOf(page: Buffer): number {
  const row = rowAt(page, 0);
  if (page.readUInt16BE(3) === 0 || row >= page.length) return 0;
  const header = afterVarint(page, row);
  const end = header + (page[header] ?? 0);
  let columns = 0;
  for (let at = header + 1; at < end; at = afterVarint(page, at)) columns += 1;
  return columns;
}

/** A number of which each byte but the last one has its highest bit set; the ninth is the last in any case. */
function afterVarint(page: Buffer, from: number): number {
  let at = from;
  while (at < from + 8 && (page[at] ?? 0) >= 0x80) at += 1;
  return at + 1;
}

/** @param first page of the list, 0 where it is empty */
function freePages(first: number, pageAt: (number: number) => Buffer): Set<number> {
  const free = new Set<number>();
  for (let trunk = first; trunk > 0 && !free.has(trunk);) {
    free.add(trunk);
    const page = pageAt(trunk);
    if (page.length < 8) break;
    const leaves = Math.min(page.readUInt32BE(4), page.length / 4 - 2);
    for (let index = 0; index < leaves; index += 1) free.add(page.readUInt32BE(8 + index * 4));
    trunk = page.readUInt32BE(0);
  }
  return free;
}
