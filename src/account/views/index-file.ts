/**
 * The file of the search index: two full-text tables of SQLite, in which every note with words has one
 * document. After any error of these functions except a full disk, the file must not be used any more.
 *
 * Documents are numbered in the order of the notes, so that the newest hits come first. The numbers are
 * small, because an entry of the index stores the distance to the previous entry: if keys, which are
 * microseconds, were the numbers, the file would be twice as large. So the number of a document is the minute
 * in which its note was created. If that minute is taken, the number is the note's key plus `BY_KEY`, which
 * is more than any minute. Pinned notes have ranges of their own, because their hits come first and should
 * not be searched for among all others. The table `documents` maps each number to its note.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isThere } from '#disk/there.ts';
import { removeDatabase } from '../database/new-database.ts';
import { setDurability } from '../database/open.ts';
import type { IndexedWords, IndexQuery } from './search-words.ts';

/** Groups of notes that are searched separately. */
export type Part = 'pinned' | 'others';

export interface Document extends IndexedWords {
  readonly part: Part;
}

/** New documents by the keys of their notes; null if a note is to have no document any more. */
export type Slice = ReadonlyMap<number, Document | null>;

export interface IndexState {
  /** Every slice gives the index a new id. */
  readonly id: string;
  readonly id_before: string;
  /** The keys of the last slice, as JSON. */
  readonly keys: string;
}

export interface IndexFile {
  readonly state: IndexState;
  /** Durable when it returns. */
  write(slice: Slice): void;
  /**
   * Merges what many slices have written, and returns the freed room to the file system.
   * @returns whether there was anything to do
   */
  tidy(): boolean;
  checkpoint(): void;
  /**
   * Keys of all notes with these words, newest first; null if there are `most` or more. For a rare
   * phrase FTS5 takes as long for some of the notes as for all: it always goes through all documents
   * with the phrase's trigrams.
   */
  fewKeys(query: IndexQuery, most: number): readonly number[] | null;
  /** Keys of notes with these words, newest first. */
  keysBefore(query: IndexQuery, part: Part, before: number, limit: number): readonly number[];
  close(): void;
}

/** In microseconds: about a minute. */
const MINUTE = 2 ** 26;
/**
 * Where the ranges of numbers begin. All numbers stay below 2 ** 53, which a JavaScript number holds exactly.
 */
const MINUTES: Readonly<Record<Part, number>> = { others: 0, pinned: 2 ** 26 };
const BY_KEY: Readonly<Record<Part, number>> = { others: 2 ** 30, pinned: 2 ** 52 };
/** All keys below this, until the year 2112, fit between the ranges of the two parts. */
const KEYS_END = BY_KEY.pinned - BY_KEY.others;

/** Whether the note may have a document. A key that no real note has gets none. */
export function hasDocument(key: number): boolean {
  return key >= 0 && key < KEYS_END;
}

/** Maximum number of pages of 4 kB that a slice merges in each table. */
const MERGED_PAGES = { long: 32, short: 8 };
/**
 * The share of the file that may stay empty for later writes, and how many of the pages beyond it are
 * returned at a time.
 */
const MOST_EMPTY = 0.1;
const RETURNED_PAGES = 256;

/**
 * An index of another format is rebuilt: its content depends on this code and on the Unicode
 * version that folds words.
 */
const FORMAT = `3 ${process.versions['unicode'] ?? ''}`;

/** Automatic merging is off: FTS5 would do it within the commits of slices, for 40 ms now and then. */
const SCHEMA = `
  CREATE TABLE state (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1), format TEXT NOT NULL,
    id TEXT NOT NULL, id_before TEXT NOT NULL, keys TEXT NOT NULL
  ) STRICT;
  CREATE TABLE documents (number INTEGER PRIMARY KEY, key INTEGER NOT NULL) STRICT;
  CREATE VIRTUAL TABLE long USING fts5(body, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
  CREATE VIRTUAL TABLE short USING fts5(grams, content='', contentless_delete=1, tokenize='ascii', detail=none);
  INSERT INTO long (long, rank) VALUES ('automerge', 0), ('crisismerge', 1999), ('usermerge', 2);
  INSERT INTO short (short, rank) VALUES ('automerge', 0), ('crisismerge', 1999), ('usermerge', 2);
`;

/** Null if there is no index, or one of another format. */
export function openIndexFile(file: string): IndexFile | null {
  if (!isThere(file)) return null;
  const db = connect(file);
  try {
    const state = db
      .prepare<[string], IndexState>('SELECT id, id_before, keys FROM state WHERE format = ?')
      .get(FORMAT);
    if (state !== undefined) return indexFile(db, state);
  } catch (error) {
    closeQuietly(db);
    throw error;
  }
  closeQuietly(db);
  return null;
}

/** Makes an empty index, and removes an existing one. */
export function makeIndexFile(file: string): IndexFile {
  removeDatabase(file);
  // Only its owner may read it. SQLite gives its log the same permissions.
  closeSync(openSync(file, 'wx', 0o600));
  const db = connect(file);
  try {
    const id = randomUUID();
    const state = { id, id_before: id, keys: '[]' };
    db.transaction(() => {
      db.exec(SCHEMA);
      const insert = db.prepare<[string, string, string, string]>('INSERT INTO state VALUES (1, ?, ?, ?, ?)');
      insert.run(FORMAT, id, state.id_before, state.keys);
    })();
    return indexFile(db, state);
  } catch (error) {
    closeQuietly(db);
    throw error;
  }
}

function connect(file: string): Database.Database {
  const db = new Database(file);
  try {
    // `auto_vacuum` must be set before anything is in the file.
    db.pragma('auto_vacuum = INCREMENTAL');
    db.pragma('journal_mode = WAL');
    setDurability(db);
    db.pragma('cell_size_check = ON');
    return db;
  } catch (error) {
    closeQuietly(db);
    throw error;
  }
}

export function closeQuietly(database: { close(): void } | null): void {
  try {
    database?.close();
  } catch {
    // Whatever is wrong with the file shows again at the next opening.
  }
}

function indexFile(db: Database.Database, opened: IndexState): IndexFile {
  let state = opened;
  const tables = { long: prepareTable(db, 'long', 'body'), short: prepareTable(db, 'short', 'grams') };
  const documents = prepareDocuments(db);
  const setState = db.prepare<IndexState>('UPDATE state SET id = :id, id_before = :id_before, keys = :keys');
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();

  function remove(key: number): void {
    for (const number of numbersOf(key, 'others').concat(numbersOf(key, 'pinned'))) {
      if (documents.keyOf.get(number) !== key) continue;
      documents.remove.run(number);
      tables.long.remove.run(number);
      tables.short.remove.run(number);
    }
  }

  function newNumber(key: number, part: Part): number {
    const [first, second] = numbersOf(key, part);
    const number = documents.keyOf.get(first) === undefined ? first : second;
    documents.insert.run(number, key);
    return number;
  }

  function insert(slice: Slice): void {
    const numbered: [number: number, words: IndexedWords][] = [];
    for (const [key, words] of slice) if (words !== null) numbered.push([newNumber(key, words.part), words]);
    // FTS5 begins another segment if a number is less than the previous one.
    for (const [number, { body, grams }] of numbered.toSorted(([first], [second]) => first - second)) {
      tables.long.insert.run(number, body);
      tables.short.insert.run(number, grams);
    }
  }

  /** A merge with nothing to do counts as one change (https://sqlite.org/fts5.html#the_merge_command). */
  function mergeSome(): boolean {
    const before = changes.get() ?? 0;
    tables.long.merge.run(MERGED_PAGES.long);
    tables.short.merge.run(MERGED_PAGES.short);
    return (changes.get() ?? 0) > before + 2;
  }

  return {
    get state() {
      return state;
    },
    write(slice) {
      const keys = [...slice.keys()];
      const next = { id: randomUUID(), id_before: state.id, keys: JSON.stringify(keys) };
      db.transaction(() => {
        // A document that is inserted again without being removed would keep its old words, too.
        for (const key of keys.filter(hasDocument)) remove(key);
        insert(slice);
        tables.long.flush.run();
        tables.short.flush.run();
        mergeSome();
        setState.run(next);
      })();
      state = next;
    },
    tidy() {
      if (db.transaction(mergeSome)()) return true;
      const empty = Number(db.pragma('freelist_count', { simple: true }));
      if (empty <= Number(db.pragma('page_count', { simple: true })) * MOST_EMPTY) return false;
      db.pragma(`incremental_vacuum(${RETURNED_PAGES})`);
      return true;
    },
    checkpoint: () => void db.pragma('wal_checkpoint(PASSIVE)'),
    fewKeys({ table, match }, most) {
      const keys = tables[table].any.all(match, most);
      return keys.length < most ? keys.toSorted((first, second) => second - first) : null;
    },
    keysBefore({ table, match }, part, before, limit) {
      const { byMinute, byKey } = tables[table];
      const to = Math.min(before, KEYS_END);
      const keys = byMinute.all(match, MINUTES[part], MINUTES[part] + Math.floor(to / MINUTE), to, limit);
      const start = BY_KEY[part];
      if (documents.firstBetween.get(start, start + to) === undefined) return keys;
      const foundByKey = byKey.all(match, start, start + to, limit).map((number) => number - start);
      return [...keys, ...foundByKey].toSorted((first, second) => second - first).slice(0, limit);
    },
    close: () => db.close(),
  };
}

/** The two numbers that a note's document may have: the first one unless another note has it. */
function numbersOf(key: number, part: Part): [byMinute: number, byKey: number] {
  return [MINUTES[part] + Math.floor(key / MINUTE), BY_KEY[part] + key];
}

function prepareDocuments(db: Database.Database) {
  return {
    keyOf: db.prepare<[number], number>('SELECT key FROM documents WHERE number = ?').pluck(),
    firstBetween: db
      .prepare<[number, number], number>(
        'SELECT number FROM documents WHERE number >= ? AND number < ? LIMIT 1',
      )
      .pluck(),
    insert: db.prepare<[number, number]>('INSERT INTO documents (number, key) VALUES (?, ?)'),
    remove: db.prepare<[number]>('DELETE FROM documents WHERE number = ?'),
  };
}

/**
 * The casts are needed because a JavaScript number arrives as a float, which FTS5 does not
 * use to narrow its search.
 */
function prepareTable(db: Database.Database, table: 'long' | 'short', column: string) {
  return {
    remove: db.prepare<[number]>(`DELETE FROM ${table} WHERE rowid = CAST(? AS INTEGER)`),
    insert: db.prepare<[number, string]>(
      `INSERT INTO ${table} (rowid, ${column}) VALUES (CAST(? AS INTEGER), ?)`,
    ),
    /** Without this, FTS5 would write the new entries during the commit. */
    flush: db.prepare<[]>(`INSERT INTO ${table} (${table}) VALUES ('flush')`),
    merge: db.prepare<[number]>(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', CAST(? AS INTEGER))`),
    any: db
      .prepare<[string, number], number>(
        `SELECT d.key FROM ${table} t CROSS JOIN documents d ON d.number = t.rowid WHERE t.${table} MATCH ? LIMIT ?`,
      )
      .pluck(),
    byMinute: db
      .prepare<[string, number, number, number, number], number>(
        `SELECT d.key FROM ${table} t CROSS JOIN documents d ON d.number = t.rowid
           WHERE t.${table} MATCH ? AND t.rowid >= CAST(? AS INTEGER) AND t.rowid <= CAST(? AS INTEGER) AND d.key < ?
           ORDER BY t.rowid DESC LIMIT ?`,
      )
      .pluck(),
    byKey: db
      .prepare<[string, number, number, number], number>(
        `SELECT rowid FROM ${table} WHERE ${table} MATCH ? AND rowid >= CAST(? AS INTEGER) AND rowid < CAST(? AS INTEGER)
           ORDER BY rowid DESC LIMIT ?`,
      )
      .pluck(),
  };
}
