/** What the thread of search has to do with the notes' own database, by connections of its own. */
import Database from 'better-sqlite3';
import type { ListName } from '#shared/note.ts';
import { LISTS } from '#shared/note.ts';
import { beDurable } from '../open.ts';

export interface NoteSource {
  /** By it an index knows the database that it was made of, and the rules by which it was folded. */
  readonly identity: string;
  /** The first and the last change that are still known; equal to 0 and 0 where there never was one. */
  changes(): { readonly first: number; readonly last: number };
  /** Keys of notes that came, went or changed, in order. */
  changesAfter(sequence: number): { readonly sequence: number; readonly key: number }[];
  /** Number of the note's list in `LISTS`, null where it is in none or not there. */
  listOf(key: number): number | null;
  keysOf(list: ListName): number[];
  fieldsOf(key: number): Fields | null;
  /** Writes what is in the database's log into the database, so that the main process does not have to wait for that. */
  foldLog(): void;
  /** Runs reads that belong together. */
  atOnce<Result>(read: () => Result): Result;
  close(): void;
}

export interface Fields {
  readonly title: string | null;
  readonly text: string | null;
}

export function openNoteSource(file: string): NoteSource {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return access(db, file);
  } catch (error) {
    db.close();
    throw error;
  }
}

function access(db: Database.Database, file: string): NoteSource {
  const changes = db.prepare<[], { first: number; last: number }>(
    `SELECT coalesce((SELECT min(sequence) FROM changes), 0) AS first,
       coalesce((SELECT max(sequence) FROM changes), 0) AS last`,
  );
  const after = db.prepare<[number], { sequence: number; key: number }>(
    'SELECT sequence, key FROM changes WHERE sequence > ? ORDER BY sequence',
  );
  // In the table itself the list stands behind the text, which may be long.
  const list = db
    .prepare<[number], number>(
      'SELECT list FROM notes INDEXED BY notes_by_list WHERE list IN (0, 1, 2) AND key = ?',
    )
    .pluck();
  const keys = db.prepare<[number], number>('SELECT key FROM notes WHERE list = ? ORDER BY key DESC').pluck();
  const fields = db.prepare<[number], Fields>('SELECT title, text FROM notes WHERE key = ?');
  const id = db.prepare<[], string>('SELECT id FROM search_index').pluck().get() ?? '';
  return {
    // Another version of Unicode may fold otherwise.
    identity: `${id} ${process.versions['unicode'] ?? ''}`,
    changes: () => changes.get() ?? { first: 0, last: 0 },
    changesAfter: (sequence) => after.all(sequence),
    listOf: (key) => list.get(key) ?? null,
    keysOf: (name) => keys.all(LISTS.indexOf(name)),
    fieldsOf: (key) => fields.get(key) ?? null,
    foldLog: () => foldLog(file),
    atOnce: (read) => db.transaction(read)(),
    close: () => void db.close(),
  };
}

/** Fewer pages are left for later. */
const FEW_PAGES = 256;

/**
 * By a connection that may write, for this moment only. It is never the last one to be closed, as `db` is open: the last
 * one removes the log by its name, and another file may have that by then (`damaged-files.ts`).
 */
function foldLog(file: string): void {
  const db = new Database(file, { fileMustExist: true });
  try {
    beDurable(db);
    const found = db.prepare<[], LogState>('PRAGMA wal_checkpoint(NOOP)').get();
    if (found !== undefined && found.log - found.checkpointed > FEW_PAGES)
      db.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    db.close();
  }
}

/** In pages (https://sqlite.org/pragma.html#pragma_wal_checkpoint). */
interface LogState {
  readonly log: number;
  readonly checkpointed: number;
}
