/**
 * The rows of a database with a user's words, and the pages that hold them: a walk through SQLite's b-trees
 * that skips damage (https://sqlite.org/fileformat2.html#b_tree_pages).
 */
import { PAGE_SIZE, type Pages } from './pages.ts';

export interface WordsRow {
  readonly table: string;
  /** Title and text. */
  readonly texts: readonly string[];
  /** Pages of the row: its page in the tree, and its overflow pages. */
  readonly own: readonly number[];
}

/** In all of these tables, title and text are the third and fourth value of a row. */
const TABLES: ReadonlySet<string> = new Set(['notes', 'history', 'drafts']);
const TITLE = 2;
const TEXT = 3;
/** The column of notes that marks a note as deleted for ever while the cloud does not know it yet. */
const IS_GONE = 6;
type Value = string | number | null;

interface Row {
  readonly values: readonly Value[];
  readonly own: readonly number[];
}

export function readRows(pages: Pages): WordsRow[] {
  // The pages of a damaged file may form a cycle.
  const seen = new Set<number>();
  return readRoots(pages, seen).flatMap(({ name, root }) =>
    [...walk(pages, root, seen)]
      .filter(({ values }) => name !== 'notes' || values[IS_GONE] !== 1)
      .map((row) => ({
        table: name,
        texts: [row.values[TITLE], row.values[TEXT]].filter((text) => typeof text === 'string'),
        own: row.own,
      })),
  );
}

/** Whether the schema tells where each of TABLES begins. */
export function hasTables(pages: Pages): boolean {
  return readRoots(pages, new Set()).length === TABLES.size;
}

function readRoots(pages: Pages, seen: Set<number>) {
  return [...walk(pages, 1, seen)].flatMap(({ values }) => {
    const [type, name, , root] = values;
    const isReadTable = type === 'table' && typeof name === 'string' && TABLES.has(name);
    return isReadTable && typeof root === 'number' ? [{ name, root }] : [];
  });
}

function* walk(pages: Pages, number: number, seen: Set<number>): Generator<Row> {
  const page = pages.page(number);
  if (page === null || seen.has(number)) return;
  seen.add(number);
  const start = number === 1 ? 100 : 0;
  const kind = page.readUInt8(start);
  const isLeaf = kind === LEAF_OF_TABLE || kind === LEAF_OF_INDEX;
  if (!isLeaf && kind !== INNER_OF_TABLE && kind !== INNER_OF_INDEX) return;
  const cells = page.readUInt16BE(start + 3);
  const pointers = start + (isLeaf ? 8 : 12);
  if (pointers + cells * 2 > PAGE_SIZE) return;
  for (let index = 0; index < cells; index += 1) {
    const at = page.readUInt16BE(pointers + index * 2);
    // A pointer to a place outside of its page leads to no cell.
    if (at + 4 > PAGE_SIZE) continue;
    if (!isLeaf) yield* walk(pages, page.readUInt32BE(at), seen);
    const row = kind === INNER_OF_TABLE ? null : readCell(pages, page, isLeaf ? at : at + 4, kind);
    if (row !== null) yield { values: row.values, own: [number, ...row.overflow] };
  }
  if (!isLeaf) yield* walk(pages, page.readUInt32BE(start + 8), seen);
}

const INNER_OF_INDEX = 2;
const INNER_OF_TABLE = 5;
const LEAF_OF_INDEX = 10;
const LEAF_OF_TABLE = 13;

/** Null if the row is incomplete. */
function readCell(
  pages: Pages,
  page: Buffer,
  at: number,
  kind: number,
): { values: Value[]; overflow: number[] } | null {
  try {
    const size = readVarint(page, at);
    const start = kind === LEAF_OF_TABLE ? readVarint(page, size.end).end : size.end;
    const local = localSize(size.value, kind);
    if (start + local > PAGE_SIZE) return null;
    const pieces = [page.subarray(start, start + local)];
    const overflow: number[] = [];
    let remainingBytes = size.value - local;
    let next = remainingBytes > 0 ? page.readUInt32BE(start + local) : 0;
    while (remainingBytes > 0) {
      const more = pages.page(next);
      if (more === null || overflow.includes(next)) return null;
      overflow.push(next);
      pieces.push(more.subarray(4, 4 + Math.min(remainingBytes, PAGE_SIZE - 4)));
      remainingBytes -= PAGE_SIZE - 4;
      next = more.readUInt32BE(0);
    }
    return { values: readRecord(Buffer.concat(pieces)), overflow };
  } catch (error) {
    // A number points outside of its page.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Number of bytes of a payload that are on the page itself. */
function localSize(payload: number, kind: number): number {
  const most = kind === LEAF_OF_TABLE ? PAGE_SIZE - 35 : Math.floor(((PAGE_SIZE - 12) * 64) / 255) - 23;
  if (payload <= most) return payload;
  const least = Math.floor(((PAGE_SIZE - 12) * 32) / 255) - 23;
  const rest = least + ((payload - least) % (PAGE_SIZE - 4));
  return rest <= most ? rest : least;
}

function readRecord(record: Buffer): Value[] {
  const header = readVarint(record, 0);
  const values: Value[] = [];
  let at = header.end;
  let body = header.value;
  while (at < header.value) {
    const type = readVarint(record, at);
    at = type.end;
    const size = sizeOf(type.value);
    if (body + size > record.length) throw new RangeError('A value continues after the end of its row');
    values.push(valueOf(record.subarray(body, body + size), type.value));
    body += size;
  }
  return values;
}

const SIZES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0];

function sizeOf(type: number): number {
  return SIZES[type] ?? Math.floor((type - 12) / 2);
}

function valueOf(bytes: Buffer, type: number): Value {
  if (type >= 13 && type % 2 === 1) return bytes.toString('utf8');
  if (type === 8 || type === 9) return type - 8;
  return type >= 1 && type <= 5 ? bytes.readIntBE(0, bytes.length) : null;
}

/** As a number it is exact up to 2^53, far above what a sound page holds. */
function readVarint(bytes: Buffer, at: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes.readUInt8(at + index);
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, end: at + index + 1 };
  }
  return { value: value * 256 + bytes.readUInt8(at + 8), end: at + 9 };
}
