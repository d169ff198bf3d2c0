/**
 * Rows of a table that is not sound, page by page: a broken page ends a scan, and those that it led to may be sound. Each page is
 * put in the place of the table's root, in a copy, and SQLite reads what hangs on it. Which table a page belongs to nothing says:
 * rows that make no sense in this one are those of another.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { rethrowOfDisk } from '../store/store-error.ts';

export interface LooseTable {
  readonly name: string;
  /** Columns by which the table is ordered. */
  readonly key: readonly string[];
  /** A condition that rows of this table meet, and rows of others, read as if they were of this one, do not. */
  readonly isSane: string;
  /** Of a table without rowids, whose pages look like those of indexes: how many columns its rows have. */
  readonly columns?: number;
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
  const root = withDamagedDatabase(file, (db) => rootOf(db, table.name)) ?? 0;
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
        // What the root leads to was scanned before. One with rows of its own is looked through like any other page.
        if (number === root && kind === kinds[0]) continue;
        // A row that lacks columns would be read with their defaults.
        if (table.columns !== undefined && columnsOf(page) !== table.columns) continue;
        const readOf = (instead: Buffer): number[] | undefined => {
          writeSync(descriptor, instead, 0, pageSize, (root - 1) * pageSize);
          return withDamagedDatabase(file, (db) => readRows(db, table, add));
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
  try {
    const all = db.prepare<[], RawRow>(`SELECT ${columns} FROM ${name} NOT INDEXED WHERE ${isSane}`);
    for (const row of all.iterate()) add(row);
    return db.prepare<[string], number>('SELECT pageno FROM dbstat WHERE name = ?').pluck().all(name);
  } catch (error) {
    rethrowOfDisk(error);
    // SQLite finds a row of an index by comparing it with others, of which it reads all that there is.
    if (ofIndex !== undefined) throw error;
    // A row that goes on in a lost page has ended it: each row by itself.
    const keys = db
      .prepare<[], unknown[]>(`SELECT ${key.join(', ')} FROM ${name} NOT INDEXED`)
      .raw()
      .all();
    const condition = key.map((column) => `${column} = ?`).join(' AND ');
    const one = db.prepare<unknown[], RawRow>(
      `SELECT ${columns} FROM ${name} WHERE ${condition} AND ${isSane}`,
    );
    for (const values of keys) addOne(() => one.get(...values), add);
    return [];
  }
}

/** The same page of an index with one of its rows alone, for each of them (section 1.6). */
function rowsOf(page: Buffer): Buffer[] {
  const isInner = page[0] === 2;
  const pointers = isInner ? 12 : 8;
  const count = Math.min(page.readUInt16BE(3), Math.floor((page.length - pointers) / 2));
  return Array.from({ length: count }, (_, row) => {
    const alone = Buffer.from(page);
    alone[0] = 10;
    alone.writeUInt16BE(1, 3);
    // Before its row, a cell of an inner page has the number of another page.
    alone.writeUInt16BE((page.readUInt16BE(pointers + 2 * row) + (isInner ? 4 : 0)) % 65_536, 8);
    return alone;
  });
}

function addOne(read: () => RawRow | undefined, add: (row: RawRow) => void): void {
  let row: RawRow | undefined;
  try {
    row = read();
  } catch (error) {
    rethrowOfDisk(error);
    // It is lost.
  }
  if (row !== undefined) add(row);
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
  const isInner = page[0] === 2;
  const cell = page.readUInt16BE(isInner ? 12 : 8) + (isInner ? 4 : 0);
  if (page.readUInt16BE(3) === 0 || cell >= page.length) return 0;
  const header = afterVarint(page, cell);
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

/**
 * @returns undefined where the file cannot be opened or read
 * @throws SQLite's error where the disk is full or fails
 */
function withDamagedDatabase<Result>(
  file: string,
  work: (db: Database.Database) => Result,
): Result | undefined {
  let db: Database.Database | undefined;
  try {
    db = openDamaged(file);
    return work(db);
  } catch (error) {
    rethrowOfDisk(error);
    return undefined;
  } finally {
    closeDamaged(db);
  }
}

export function openDamaged(file: string): Database.Database {
  const db = new Database(file, { fileMustExist: true });
  // By this SQLite reads a file that is shorter than it says, and past a line of the schema that makes no sense.
  db.unsafeMode();
  db.pragma('writable_schema = ON');
  return db;
}

/** Closing does a checkpoint, which a damaged file may refuse. */
export function closeDamaged(db: Database.Database | undefined): void {
  try {
    db?.close();
  } catch {
    // It is a copy.
  }
}
