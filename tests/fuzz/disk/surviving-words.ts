/**
 * The judge of recovery: which words still have a readable copy on a device after its files were damaged. A copy is a row of
 * notes, history or drafts whose pages are as they were, a row of a backup, or a place in a file of typed words. It reads
 * the files by itself (`pages.ts`, `rows.ts`); SQLite is asked only whether it finds anything wrong.
 */
import { createHash } from 'node:crypto';
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
import { scratchFolder } from '../scratch-folder.ts';
import { PAGE_SIZE, type Pages, readIfThere, readPages } from './pages.ts';
import { hasTables, readRows, type WordsRow } from './rows.ts';

/** Words, each with the name of its table before it. */
type WordsByTable = ReadonlySet<string>;

/** The contents of a device's files at one moment. Later changes of the files do not change them. */
export interface Contents {
  readonly pages: Pages;
  readonly rows: readonly WordsRow[];
  /** Whether the database's own pages say where the tables are. */
  readonly hasSchema: boolean;
  /** Whether SQLite can read where the tables are. It reads this as a whole or not at all. */
  readonly isSchemaSound: boolean;
  /** Whether the second copy of the schema's pages, beside the database, is as it was written. */
  readonly hasSchemaCopy: boolean;
  /** Words in files of typed words. */
  readonly typed: ReadonlySet<string>;
  /** Words in backups by their table. Nobody has a reason to use them while the table can be read to its end. */
  readonly backups: WordsByTable;
  readonly soundTables: ReadonlySet<string>;
}

/**
 * @param database path of the account's database
 * @param typed paths of files of typed words, which may be missing
 * @param clock 'doubtful' if the device's clock was wrong at some time, so that backups may be dated wrongly
 * @param whenRunning whether a process has it open, see `pages.ts`
 */
export function readContents(
  database: string,
  typed: readonly string[],
  clock: 'right' | 'doubtful' = 'right',
  whenRunning = false,
): Contents {
  const pages = readPages(database, whenRunning);
  const sound = soundTables(database);
  return {
    pages,
    rows: readRows(pages),
    hasSchema: hasTables(pages),
    hasSchemaCopy: hasOwnSum(readIfThere(`${database}.schema`)),
    typed: new Set(typed.flatMap(wordsOfJson)),
    backups: wordsOfBackups(database, clock),
    isSchemaSound: sound !== null,
    soundTables: sound ?? new Set(),
  };
}

/**
 * Words that can be read from the files as they are, and those of earlier rows whose pages are unchanged.
 * @param before what the files held when they were sound; null if that is not known
 * @param withDrafts whether drafts and typed words count: they are no trace of what was overwritten
 */
export function survivingWords(before: Contents | null, after: Contents, withDrafts = true): Set<string> {
  const isSame = (number: number): boolean => {
    const [was, is] = [before?.pages.page(number) ?? null, after.pages.page(number)];
    return was !== null && is !== null && was.equals(is);
  };
  // If neither copy of the schema is left, nothing says what a page is about. If SQLite reads the whole table and a row is
  // not in it, as with an older log, nobody has a reason to look for the row.
  const survives = ({ own, schema, table }: WordsRow): boolean =>
    own.every(isSame) && (after.hasSchemaCopy || schema.every(isSame)) && !after.soundTables.has(table);
  const found = [...after.rows, ...(before?.rows.filter(survives) ?? [])];
  const counts = (table: string): boolean => withDrafts || table !== 'drafts';
  const rows = after.hasSchemaCopy || after.isSchemaSound ? found.filter(({ table }) => counts(table)) : [];
  const backups = [...after.backups].flatMap((entry) => {
    const [table = '', word = ''] = entry.split(' ');
    return after.soundTables.has(table) || !counts(table) ? [] : [word];
  });
  return new Set([...rows.flatMap(wordsOfRow), ...(withDrafts ? after.typed : []), ...backups]);
}

/** The file begins with a line that is the SHA-256 of the rest. */
function hasOwnSum(file: Buffer): boolean {
  const end = file.indexOf('\n');
  return (
    end > 0 &&
    createHash('sha256')
      .update(file.subarray(end + 1))
      .digest('hex') === file.toString('utf8', 0, end)
  );
}

function wordsOfRow({ texts }: WordsRow): string[] {
  return texts.flatMap((text) => wordsOf({ title: null, text }));
}

/**
 * Words of the newest backup that is whole, and of the damaged ones that are newer. If the clock was wrong, dates do not
 * say which backup is the newest: then only the words count that all of them have.
 */
function wordsOfBackups(database: string, clock: 'right' | 'doubtful'): WordsByTable {
  const folder = path.join(path.dirname(database), 'backups');
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const files = names
    .filter((name) => name.endsWith('.sqlite'))
    .toSorted()
    .toReversed();
  let words: Set<string> | null = null;
  for (const file of files.map((name) => path.join(folder, name))) {
    const sound = soundTables(file);
    // Without its schema, nothing says what the pages of a backup are.
    if (sound === null) continue;
    const own = new Set(
      readRows(readPages(file)).flatMap((row) => wordsOfRow(row).map((word) => `${row.table} ${word}`)),
    );
    words = words === null ? own : clock === 'right' ? words.union(own) : words.intersection(own);
    if (clock === 'right' && TABLES.isSubsetOf(sound)) break;
  }
  return words ?? new Set();
}

/** Files of words that were typed while the account could not take them. */
export function typedWordsFiles(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => /^typed-words.*\.json$/.test(name)).map((name) => path.join(folder, name));
}

const TABLES: ReadonlySet<string> = new Set(['notes', 'history', 'drafts']);

/**
 * Tables of which SQLite reads every row, whatever the state of their indexes. If such a table is in an older copy, or in a
 * file without its log, nobody can tell what is missing there. Null if SQLite cannot read which tables there are.
 */
function soundTables(database: string): ReadonlySet<string> | null {
  const folder = mkdtempSync(path.join(scratchFolder(), 'inkling-judge-'));
  try {
    const copy = path.join(folder, 'notes.sqlite');
    for (const part of ['', '-wal'])
      if (existsSync(database + part)) copyFileSync(database + part, copy + part);
    const own = readableTables(copy, false);
    if (own !== null || !existsSync(copy)) return own;
    const schema = readIfThere(`${database}.schema`);
    if (!hasOwnSum(schema)) return null;
    if (existsSync(`${database}-wal`)) copyFileSync(`${database}-wal`, `${copy}-wal`);
    return layOver(copy, schema) ? readableTables(copy, true) : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Writes the second copy of the schema's pages into a copy of the database, as salvage does.
 * @returns whether the second copy has any pages
 */
function layOver(copy: string, schema: Buffer): boolean {
  const text = schema.toString('utf8', schema.indexOf('\n') + 1);
  if (!text.startsWith('{')) return false;
  const { pages } = JSON.parse(text) as { readonly pages: readonly (readonly [number, string])[] };
  const file = openSync(copy, 'r+');
  try {
    for (const [number, base64] of pages) {
      const page = Buffer.from(base64, 'base64');
      // If these two differ, SQLite takes the number of pages from the file's length (fileformat2.html, section 1.3.5).
      if (number === 1) page.writeUInt32BE(page.readUInt32BE(92) + 1, 24);
      writeSync(file, page, 0, page.length, (number - 1) * PAGE_SIZE);
    }
    return true;
  } finally {
    closeSync(file);
  }
}

/** @param isShort whether the file may be shorter than its header says */
function readableTables(copy: string, isShort: boolean): ReadonlySet<string> | null {
  try {
    const db = new Database(copy, { fileMustExist: true });
    try {
      db.unsafeMode(isShort);
      // If one table began after the end of the file, the others can still be read.
      if (isShort) db.pragma('writable_schema = ON');
      db.prepare('SELECT 1 FROM sqlite_schema').get();
      return new Set([...TABLES].filter((table) => isReadable(db, table)));
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
