/** Reads a damaged database, or a backup, table by table, and says whether that is certainly everything. */
import type Database from 'better-sqlite3';
import * as v from 'valibot';
import { readWholeFile } from '#disk/read-file.ts';
import { tryToRead } from '../database/store-error.ts';
import { inspectPages } from '../database/check.ts';
import { PAGE_BYTES } from '../database/log.ts';
import { hasSoundSchema, replaceSchema, withDamaged } from './copies.ts';
import { ROW_SCHEMAS, type Rows, type TableName } from './damaged-rows.ts';
import { isPointerMap, type LooseTable, mayContinueRow, mayHaveRows, readLoosePages } from './loose-pages.ts';
import { type Pages, unreadPagesOf } from './unread-pages.ts';

export interface Table<Row> {
  /** Keyed by the row's name: its id or, without one, its key. */
  readonly rows: ReadonlyMap<string, Row>;
  /** Whether these are certainly all rows, so that a missing row did not exist. */
  readonly complete: boolean;
  /** The columns whose stored value made no sense and was replaced, keyed by the row's name. */
  readonly replaced: ReadonlyMap<string, readonly string[]>;
  /**
   * Further rows with words whose name or key another row has. The file then has pages of different times,
   * and nothing says which row is newer.
   */
  readonly duplicates: readonly Row[];
}

export type Tables = { readonly [Name in TableName]: Table<Rows[Name]> };

interface Access {
  /** Columns by which the table is ordered. */
  readonly key: readonly string[];
  /** The column that names a row, if it is not the key. */
  readonly id?: string;
  /** How to recognise rows on loose pages; only for tables with words. */
  readonly loose?: Omit<LooseTable, 'name' | 'key'>;
}

/**
 * If a long row continues on a page that is not its own, `extra` at its end can be anything, but its
 * words begin as they did. SQLite's `length` would end at the first zero.
 */
const IS_EXTRA_SANE = `(extra LIKE '{%' OR ifnull(octet_length(title), 0) + ifnull(octet_length(text), 0) > 400)`;

const ACCESS: { readonly [Name in TableName]: Access } = {
  outbox: {
    key: ['note_id'],
    loose: {
      isSane: `typeof(note_id) = 'text' AND typeof(sequence) = 'integer' AND typeof(revision) = 'integer' AND attempts LIKE '[%'`,
      columns: 7,
    },
  },
  drafts: {
    key: ['place', 'note_id'],
    loose: {
      isSane: `place IN ('new', 'quick', 'edit') AND typeof(title) = 'text' AND typeof(text) = 'text'`,
      columns: 7,
    },
  },
  history: {
    key: ['version'],
    loose: {
      isSane: `typeof(note_id) = 'text' AND ${IS_EXTRA_SANE} AND removed IN (0, 1) AND typeof(stored_at) = 'integer'`,
    },
  },
  notes: {
    key: ['key'],
    id: 'id',
    loose: {
      isSane: `typeof(id) = 'text' AND is_gone IN (0, 1) AND typeof(created) = 'integer'
        AND typeof(update_time) <> 'integer' AND ${IS_EXTRA_SANE}`,
    },
  },
  answers: { key: ['request'] },
  notices: { key: ['number'] },
  doubts: { key: ['note_id'] },
  cache: { key: ['only_row'] },
};

export interface Trust {
  /** Whether the copy says where its tables begin. Otherwise that is only likely. */
  readonly roots: boolean;
  /**
   * Whether all of its pages are of one moment. Otherwise no table is certainly complete, and a page in the
   * list of free ones may have rows.
   */
  readonly oneMoment: boolean;
  /** Tables and indexes with a page that makes no sense. */
  readonly broken: ReadonlySet<string>;
}

/**
 * Determines what can be relied on, before any table is read. All pages are of one moment if the log continues
 * the file, the tables, indexes and references that can be read agree, and each page that may have words
 * belongs to one table or is free. If a disk stores only some of the pages that it reports as stored, a
 * table can be sound and lack the rows of such a page.
 * @param copy gets the schema of an empty database if it has lost its own
 */
export function trustIn(copy: string, isContinued: boolean): Trust {
  const roots = hasSoundSchema(copy);
  if (!roots) replaceSchema(copy);
  const found = withDamaged(copy, inspectPages);
  if (found === undefined) return { roots, oneMoment: false, broken: new Set(Object.keys(ACCESS)) };
  const { broken, misplacedPages, areRowsMissing } = found;
  const bytes = misplacedPages.length === 0 ? Buffer.alloc(0) : readWholeFile(copy);
  const lastPage = Math.ceil(bytes.length / PAGE_BYTES);
  const tables = Object.values(ACCESS).flatMap(({ loose }) => loose ?? []);
  const areWordsMisplaced = misplacedPages
    .filter((number) => !isPointerMap(number))
    .map((number) => bytes.subarray((number - 1) * PAGE_BYTES, number * PAGE_BYTES))
    .some((page) => mayContinueRow(page, lastPage) || tables.some((table) => mayHaveRows(page, table)));
  return { roots, oneMoment: isContinued && !areRowsMissing && !areWordsMisplaced, broken };
}

export interface Reading {
  readonly tables: Tables;
  readonly pages: Pages;
}

/**
 * @param copy is modified while it is read
 * @returns null if it cannot be read as a database at all
 * @throws SQLite's or the file system's error if the disk is full or fails
 */
export function readDamaged(copy: string, trust: Trust): Reading | null {
  // Fails if the copy is no database.
  if (withDamaged(copy, (db) => db.prepare('SELECT 1 FROM sqlite_schema').get() ?? null) === undefined)
    return null;
  const readWhole = new Set<string>();
  const loosePages = new Set<number>();
  const read = <Name extends TableName>(name: Name): Table<Rows[Name]> => {
    const filled = withDamaged(copy, (db) => readTable(db, name, trust));
    if (filled === undefined) return NO_ROWS;
    const { table, pages } = withLooseRows(copy, name, filled, trust);
    for (const page of pages) loosePages.add(page);
    if (filled.isScanned && filled.isUnderstood() && table.replaced.size === 0) readWhole.add(name);
    return table;
  };
  const tables = {
    outbox: read('outbox'),
    drafts: read('drafts'),
    history: read('history'),
    notes: read('notes'),
    answers: read('answers'),
    notices: read('notices'),
    doubts: read('doubts'),
    cache: read('cache'),
  };
  const isRead = (name: string): boolean => readWhole.has(name);
  return { tables, pages: unreadPagesOf(copy, isRead, loosePages, trust.oneMoment) };
}

const NO_ROWS = { rows: new Map(), complete: false, replaced: new Map(), duplicates: [] };

/**
 * Adds rows to which no sound page leads.
 * @returns also the loose pages of which each row was read
 */
function withLooseRows<Row>(
  copy: string,
  name: TableName,
  table: FillableTable<Row>,
  { oneMoment }: Trust,
): { readonly table: Table<Row>; readonly pages: ReadonlySet<number> } {
  const { key, loose } = ACCESS[name];
  if (loose === undefined || table.complete) return { table: plain(table), pages: new Set() };
  const pages = tryToRead(() => readLoosePages(copy, { name, key, ...loose }, oneMoment, table.add));
  return { table: plain(table), pages: pages ?? new Set() };
}

function plain<Row>({ rows, complete, replaced, duplicates }: Table<Row>): Table<Row> {
  return { rows, complete, replaced, duplicates };
}

type RawRow = Readonly<Record<string, unknown>>;

interface FillableTable<Row> extends Table<Row> {
  readonly add: (raw: RawRow) => void;
  /** Whether its b-tree was read to the end. */
  readonly isScanned: boolean;
  /** Whether no row that was read, by `add` as well, made no sense. */
  readonly isUnderstood: () => boolean;
}

function readTable<Name extends TableName>(
  db: Database.Database,
  name: Name,
  { roots, oneMoment, broken }: Trust,
): FillableTable<Rows[Name]> {
  const { key, id, loose } = ACCESS[name];
  const schema: v.GenericSchema<unknown, Rows[Name]> = ROW_SCHEMAS[name];
  const rows = new Map<string, Rows[Name]>();
  const replaced = new Map<string, readonly string[]>();
  const duplicates: Rows[Name][] = [];
  const readKeys = new Set<string>();
  let isUnderstood = true;

  function add(raw: RawRow): void {
    const rowKey = nameIn(raw, key);
    const rowName = id === undefined ? rowKey : String(raw[id]);
    const earlierRow = rows.get(rowName);
    if (earlierRow !== undefined && (loose === undefined || haveSameWords(raw, earlierRow))) return;
    const isTaken = earlierRow !== undefined || (id !== undefined && readKeys.has(rowKey));
    readKeys.add(rowKey);
    const result = v.safeParse(schema, raw);
    if (!result.success) isUnderstood = false;
    else if (isTaken) duplicates.push(result.output);
    else {
      rows.set(rowName, result.output);
      const columns = replacedColumns(raw, result.output);
      if (columns.length > 0) replaced.set(rowName, columns);
    }
  }

  /** @returns whether the query could be read to its end */
  function scan(query: string): boolean {
    const seen = new Set<string>();
    const isRead = tryToRead(() => {
      for (const raw of db.prepare<[], RawRow>(query).iterate()) {
        // A page that points back to an earlier one would be read for ever.
        const rowKey = nameIn(raw, key);
        if (seen.has(rowKey)) return false;
        seen.add(rowKey);
        add(raw);
      }
      return true;
    });
    return isRead === true;
  }

  const keys = key.join(', ');
  // A table that begins elsewhere contradicts the others.
  const isScanned = (roots || oneMoment) && scan(`SELECT * FROM ${name} ORDER BY ${keys}`);
  return {
    rows,
    complete: oneMoment && isScanned && !broken.has(name) && isUnderstood,
    replaced,
    duplicates,
    add,
    isScanned: isScanned && !broken.has(name),
    isUnderstood: () => isUnderstood,
  };
}

/** Whether title and text are equal, as they always are in rows without words. */
function haveSameWords(raw: RawRow, row: object): boolean {
  return (['title', 'text'] as const).every((column) => isSame(raw[column], Reflect.get(row, column)));
}

/**
 * Every row has at least this many bytes on its own page, however long it is (SQLite's
 * fileformat2.html, section 1.6).
 */
const LEAST_ON_PAGE = 489;
/** The most bytes before the words in a row of notes or history, without its id: header and key. */
const BEFORE_WORDS = 40;

/**
 * SQLite stores a row's columns one after the other, and continues a long row on further pages. If the last
 * of these was overwritten, SQLite does not notice: `extra`, which follows the words, makes no sense, and the
 * words that the page held before it are lost as well.
 */
function replacedColumns(raw: RawRow, row: object): string[] {
  const columns = Object.entries(row)
    .filter(([column, value]) => !isSame(raw[column], value))
    .map(([column]) => column);
  if (!columns.includes('extra')) return columns;
  let bytes = BEFORE_WORDS + byteLength(raw['id'] ?? raw['note_id']);
  const reachBeyond = ['title', 'text'].filter((column) => {
    bytes += byteLength(raw[column]);
    return bytes > LEAST_ON_PAGE;
  });
  return [...new Set([...columns, ...reachBeyond])];
}

function byteLength(value: unknown): number {
  return typeof value === 'string' || value instanceof Uint8Array ? Buffer.byteLength(value) : 0;
}

/** Text that is stored as bytes equals the same text. */
function isSame(raw: unknown, value: unknown): boolean {
  return raw instanceof Uint8Array ? Buffer.from(String(value)).equals(raw) : raw === value;
}

function nameIn(raw: RawRow, columns: readonly string[]): string {
  const [first = ''] = columns;
  return columns.length === 1
    ? String(raw[first])
    : JSON.stringify(columns.map((column) => String(raw[column])));
}
