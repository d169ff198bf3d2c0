/**
 * The judge of recovery: the words that still have a readable copy on a device after its files were damaged.
 * A copy is a row of notes, history or drafts with unchanged pages, in any state of the database that its
 * files give (`pages.ts`), a row of a backup, or a place in an entry of waiting words. It reads the files
 * itself; SQLite only tells whether it finds a problem.
 */
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { wordsOf } from '../ledger.ts';
import { entriesAmong, waitingWordsFolder } from '#main/device/waiting-words.ts';
import { namesIn } from '#disk/there.ts';
import { MIGRATIONS } from '#account/database/migrations/index.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { type Files, PAGE_SIZE, type Pages, readFiles, readRunning, readStates } from './pages.ts';
import { hasTables, readRows, type WordsRow } from './rows.ts';

/** One state of a database that can be read from its files. */
interface State {
  readonly pages: Pages;
  readonly rows: readonly WordsRow[];
}

interface Backup {
  /**
   * The number from its file name; null without one. It grows with each transaction of the database.
   */
  readonly number: number | null;
  /** Words, each with the name of its table before it. */
  readonly words: ReadonlySet<string>;
}

/** The contents of a device's files at one moment. Later changes of the files do not change them. */
export interface Contents {
  readonly files: Files;
  /** Newest first. */
  readonly states: readonly State[];
  /** Words that wait outside of the database. */
  readonly typed: ReadonlySet<string>;
  readonly backups: readonly Backup[];
  /** The number of the database's last transaction; null if it has none, or it cannot be read. */
  readonly number: number | null;
  /**
   * Tables that SQLite reads to their end. Empty if the log has a break, which may hide missing rows.
   */
  readonly soundTables: ReadonlySet<string>;
}

/**
 * @param database path of the account's database
 * @param typed paths of entries of waiting words, which may be missing
 */
export function readContents(database: string, typed: readonly string[]): Contents {
  const files = readFiles(database);
  const states = readStates(files)
    .map(withSchema)
    .map((pages) => ({ pages, rows: readRows(pages) }));
  const sound = states.length === 1 ? readSound(database) : null;
  return {
    files,
    states,
    typed: new Set(typed.flatMap(wordsOfJson)),
    backups: readBackups(database),
    number: sound?.number ?? null,
    soundTables: sound?.tables ?? new Set(),
  };
}

/**
 * Words that can be read from the files as they are, and words of earlier rows whose pages are unchanged.
 * @param before the contents of the files when they were sound; null if unknown
 * @param withDrafts whether drafts and waiting words count: they are no trace of overwritten words
 */
export function survivingWords(before: Contents | null, after: Contents, withDrafts = true): Set<string> {
  // If SQLite reads the whole table and a row is not in it, as with an older log, recovery has no reason to
  // look for the row.
  const isSought = ({ table }: WordsRow): boolean => !after.soundTables.has(table);
  const found = after.states.flatMap(({ pages, rows }) => [
    ...rows,
    ...(before?.states ?? []).flatMap((earlier) =>
      earlier.rows.filter((row) => isSought(row) && survives(row, earlier.pages, pages)),
    ),
  ]);
  const counts = (table: string): boolean => withDrafts || table !== 'drafts';
  const rows = found.filter(({ table }) => counts(table));
  const backups = after.backups.flatMap(({ number, words }) => {
    const isNewer = number !== null && (after.number === null || number > after.number);
    return [...words].flatMap((entry) => {
      const [table = '', word = ''] = entry.split(' ');
      // Recovery has no reason to read a backup of a table that is whole, unless the backup is newer.
      return counts(table) && (isNewer || !after.soundTables.has(table)) ? [word] : [];
    });
  });
  return new Set([...rows.flatMap(wordsOfRow), ...(withDrafts ? after.typed : []), ...backups]);
}

/**
 * Words that must survive damage while a process keeps the database open: it may overwrite other copies.
 * @param before the contents just before the damage
 */
export function wordsWhileRunning(before: Contents, after: Contents): Set<string> {
  const pages = readRunning(before.files, after.files);
  return survivingWords(before, { ...after, states: [{ pages, rows: readRows(pages) }] });
}

/** The schema's pages do not count: an empty database has the same. */
function survives({ own }: WordsRow, before: Pages, after: Pages): boolean {
  const isSame = (number: number): boolean => {
    const [was, is] = [before.page(number), after.page(number)];
    return was !== null && is !== null && was.equals(is);
  };
  return own.every(isSame);
}

function wordsOfRow({ texts }: WordsRow): string[] {
  return texts.flatMap((text) => wordsOf({ title: null, text }));
}

/**
 * All backups: each one's state is known by its number, and a date means nothing if a clock was wrong.
 */
function readBackups(database: string): Backup[] {
  const folder = path.join(path.dirname(database), 'backups');
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return names.flatMap((name) => {
    const file = path.join(folder, name);
    // Without its schema, the pages of a backup cannot be interpreted: tables begin elsewhere in a copy.
    if (!name.endsWith('.sqlite') || readSound(file) === null) return [];
    const rows = readStates(readFiles(file)).flatMap(readRows);
    const number = /^(\d{16})(?:\.unread)?\.sqlite$/.exec(path.basename(name))?.[1];
    return [
      {
        number: number === undefined ? null : Number(number),
        words: new Set(rows.flatMap((row) => wordsOfRow(row).map((word) => `${row.table} ${word}`))),
      },
    ];
  });
}

/**
 * Readable entries of words that wait outside of the database.
 * @param folder the account's folder
 */
export function waitingEntries(folder: string): string[] {
  const store = waitingWordsFolder(path.dirname(path.dirname(folder)));
  return entriesAmong(namesIn(store))
    .filter(({ owner, name }) => owner === path.basename(folder) && name.endsWith('.json'))
    .map(({ name }) => path.join(store, name));
}

const TABLES: ReadonlySet<string> = new Set(['notes', 'history', 'drafts']);

interface Sound {
  /** Tables of which SQLite reads every row, whatever the state of their indexes. */
  readonly tables: ReadonlySet<string>;
  /** See `Contents`. */
  readonly number: number | null;
}

/** Null if SQLite cannot read the list of tables. */
function readSound(database: string): Sound | null {
  return withFolder((copy) => {
    for (const part of ['', '-wal'])
      if (existsSync(database + part)) copyFileSync(database + part, copy + part);
    const withoutLog = askSqlite(copy, false);
    if (withoutLog !== null || !existsSync(copy)) return withoutLog;
    if (existsSync(`${database}-wal`)) copyFileSync(`${database}-wal`, `${copy}-wal`);
    replaceSchema(copy);
    return askSqlite(copy, true);
  });
}

/** @param work gets a path in a separate folder */
function withFolder<Result>(work: (copy: string) => Result): Result {
  const folder = mkdtempSync(path.join(scratchFolder(), 'inkling-judge-'));
  try {
    return work(path.join(folder, 'notes.sqlite'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The schema's pages of an empty database: those of every database, as long as no migration moves them.
 */
const schemaPages = new Map<number, Buffer>();

function schemaOfEmpty(): ReadonlyMap<number, Buffer> {
  if (schemaPages.size > 0) return schemaPages;
  const db = new Database(':memory:');
  db.pragma('auto_vacuum = INCREMENTAL');
  for (const migration of MIGRATIONS) db.exec(migration);
  const numbers = db
    .prepare<[], number>(`SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'`)
    .pluck()
    .all();
  const bytes = db.serialize();
  db.close();
  for (const number of numbers)
    schemaPages.set(number, bytes.subarray((number - 1) * PAGE_SIZE, number * PAGE_SIZE));
  return schemaPages;
}

/** The pages, with the schema of an empty database if they have lost their own. */
function withSchema(pages: Pages): Pages {
  if (hasTables(pages)) return pages;
  return { ...pages, page: (number) => schemaOfEmpty().get(number) ?? pages.page(number) };
}

/** Writes that schema into a copy, as salvage does. */
function replaceSchema(copy: string): void {
  const file = openSync(copy, 'r+');
  try {
    for (const [number, bytes] of schemaOfEmpty()) {
      const page = number === 1 ? withLengthOfFile(Buffer.from(bytes)) : bytes;
      writeSync(file, page, 0, page.length, (number - 1) * PAGE_SIZE);
    }
  } finally {
    closeSync(file);
  }
}

/**
 * Changes the first page so that SQLite derives the number of pages from the file's length (fileformat2.html,
 * section 1.3.5).
 */
function withLengthOfFile(first: Buffer): Buffer {
  first.writeUInt32BE((first.readUInt32BE(92) + 1) >>> 0, 24);
  return first;
}

/** @param isShort whether the file may be shorter than its header says */
function askSqlite(copy: string, isShort: boolean): Sound | null {
  try {
    const db = new Database(copy, { fileMustExist: true });
    try {
      db.unsafeMode(isShort);
      // If one table begins after the end of the file, the others can still be read.
      if (isShort) db.pragma('writable_schema = ON');
      db.prepare('SELECT 1 FROM sqlite_schema').get();
      return { tables: new Set([...TABLES].filter((table) => isReadable(db, table))), number: numberOf(db) };
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}

function isReadable(db: Database.Database, table: string): boolean {
  try {
    db.prepare(`SELECT * FROM ${table} NOT INDEXED`).all();
    return true;
  } catch {
    return false;
  }
}

function numberOf(db: Database.Database): number | null {
  try {
    const number = db.prepare('SELECT number FROM cache').pluck().get();
    return typeof number === 'number' ? number : null;
  } catch {
    return null;
  }
}

/** The words of all strings in a JSON file; none if it is missing or not JSON. */
function wordsOfJson(file: string): string[] {
  const words: string[] = [];
  try {
    JSON.parse(readFileSync(file, 'utf8'), (_key, value: unknown) => {
      if (typeof value === 'string') words.push(...wordsOf({ title: null, text: value }));
      return value;
    });
  } catch {
    return [];
  }
  return words;
}
