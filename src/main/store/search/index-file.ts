/**
 * The file of the search index: blocks of notes, each written once, and for every gram of a block the notes that have
 * it. A block is written in many small transactions, so that none takes long, and is nothing before its row in
 * `blocks` stands. It holds nothing that the notes themselves do not say: a file that is damaged, of another form or
 * of another database of notes is removed, and the index is made anew.
 */
import { chmodSync, closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { removeDatabase } from '../new-database.ts';

/** Raised with every change of the tables or of what stands in them, `fold` included. */
const FORM = 2;
/** Four megabytes of the index are kept in memory, and about as many in the log. */
const CACHE_KIB = 4096;
/** A long text or a bitmap stands in one page, or in few. */
const PAGE_BYTES = 16_384;
const LOG_PAGES = 256;
/** So much is written in one transaction. */
const WRITE_BYTES = 1_000_000;
/** So many rows of what was begun and never finished are removed in one step. */
const CLEAR_ROWS = 500;

const TABLES = `
  CREATE TABLE learnt (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    -- search_index.id of the notes, and up to which of their changes the blocks go.
    source TEXT NOT NULL,
    through INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE blocks (
    number INTEGER PRIMARY KEY,
    -- Keys of the notes as little-endian doubles; 0 stands for one that went before it was indexed.
    keys BLOB NOT NULL
  ) STRICT;
  CREATE TABLE texts (
    entry INTEGER PRIMARY KEY,
    -- Folded, see words.ts.
    words BLOB NOT NULL
  ) STRICT;
  CREATE TABLE postings (
    block INTEGER NOT NULL,
    gram INTEGER NOT NULL,
    notes BLOB NOT NULL,
    PRIMARY KEY (block, gram)
  ) STRICT, WITHOUT ROWID;
`;

export interface IndexFile {
  /** The last change of the notes that the blocks know of. */
  through(): number;
  /** Keys of the notes of each block. */
  blocks(): Float64Array[];
  postings(block: number, gram: number): Uint8Array | null;
  /** Folded words of an entry of a block (`words.ts`). */
  words(entry: number): Buffer | null;
  /** Whether these bytes stand in them: without the words' way out of SQLite that takes a fifth of the time. */
  hasBytes(entry: number, wanted: Uint8Array): boolean;
  /**
   * Begins a block, which is nothing until `end`; meanwhile the finished ones can be read. Removes what is left of one that was
   * never finished, in steps.
   * @param entry the first one of the block
   */
  begin(block: number, entry: number): Generator<null, void>;
  addWords(entry: number, words: Buffer): void;
  add(block: number, gram: number, postings: Uint8Array): void;
  end(block: number, keys: Float64Array, through: number): void;
  giveUp(): void;
  close(): void;
}

/**
 * @param source identity of the database of notes
 * @param changes the first and the last change of it that are still known
 */
export function openIndexFile(
  file: string,
  source: string,
  changes: { readonly first: number; readonly last: number },
): IndexFile {
  try {
    const found = connect(file);
    const learnt = learntOf(found);
    if (learnt?.source === source && learnt.through >= changes.first - 1 && learnt.through <= changes.last) {
      return access(found);
    }
    found.close();
  } catch {
    // It is damaged, or none of this app.
  }
  removeDatabase(file);
  const fresh = connect(file);
  fresh.transaction(() => {
    fresh.exec(TABLES);
    fresh.pragma(`user_version = ${FORM}`);
    fresh.prepare('INSERT INTO learnt (one, source, through) VALUES (1, ?, ?)').run(source, changes.last);
  })();
  return access(fresh);
}

function connect(file: string): Database.Database {
  // It holds parts of words: for this user alone.
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  const db = new Database(file);
  try {
    db.pragma(`page_size = ${PAGE_BYTES}`);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
    db.pragma('cell_size_check = ON');
    db.pragma(`cache_size = -${CACHE_KIB}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function learntOf(db: Database.Database): { source: string; through: number } | undefined {
  if (db.pragma('user_version', { simple: true }) !== FORM) return undefined;
  return db.prepare<[], { source: string; through: number }>('SELECT source, through FROM learnt').get();
}

function access(db: Database.Database): IndexFile {
  const get = db
    .prepare<[number, number], Uint8Array>('SELECT notes FROM postings WHERE block = ? AND gram = ?')
    .pluck();
  const words = db.prepare<[number], Buffer>('SELECT words FROM texts WHERE entry = ?').pluck();
  const placeOf = db
    .prepare<[Uint8Array, number], number>('SELECT instr(words, ?) FROM texts WHERE entry = ?')
    .pluck();
  const insertWords = db.prepare<[number, Buffer]>('INSERT INTO texts (entry, words) VALUES (?, ?)');
  const insert = db.prepare<[number, number, Uint8Array]>(
    'INSERT INTO postings (block, gram, notes) VALUES (?, ?, ?)',
  );
  const clearWords = db.prepare<[number]>(
    `DELETE FROM texts WHERE entry IN (SELECT entry FROM texts WHERE entry >= ? LIMIT ${CLEAR_ROWS})`,
  );
  const clear = db.prepare<[number]>(
    `DELETE FROM postings WHERE (block, gram) IN
       (SELECT block, gram FROM postings WHERE block >= ? LIMIT ${CLEAR_ROWS})`,
  );
  const finish = db.prepare<[number, Uint8Array]>('INSERT INTO blocks (number, keys) VALUES (?, ?)');
  const learn = db.prepare<[number]>('UPDATE learnt SET through = ?');
  let written = 0;

  function write(bytes: number): void {
    if (written > WRITE_BYTES) commit();
    if (!db.inTransaction) db.exec('BEGIN IMMEDIATE');
    written += bytes;
  }

  function commit(): void {
    if (db.inTransaction) db.exec('COMMIT');
    written = 0;
  }

  return {
    through: () => learntOf(db)?.through ?? 0,
    blocks: () =>
      db.prepare<[], Uint8Array>('SELECT keys FROM blocks ORDER BY number').pluck().all().map(toKeys),
    postings: (block, gram) => get.get(block, gram) ?? null,
    words: (entry) => words.get(entry) ?? null,
    hasBytes: (entry, wanted) => (placeOf.get(wanted, entry) ?? 0) > 0,
    *begin(block, entry) {
      while (clearWords.run(entry).changes + clear.run(block).changes > 0) yield null;
    },
    addWords(entry, folded) {
      write(folded.length);
      insertWords.run(entry, folded);
    },
    add(block, gram, postings) {
      write(postings.length);
      insert.run(block, gram, postings);
    },
    end(block, keys, through) {
      commit();
      // The changes that it knows are forgotten elsewhere now. Whatever was written before it is on the disk with it.
      db.pragma('synchronous = FULL');
      db.transaction(() => {
        finish.run(block, new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength));
        learn.run(through);
      })();
      db.pragma('synchronous = NORMAL');
    },
    giveUp() {
      if (db.inTransaction) db.exec('ROLLBACK');
    },
    close: () => void db.close(),
  };
}

function toKeys(bytes: Uint8Array): Float64Array {
  return new Float64Array(new Uint8Array(bytes).buffer);
}
