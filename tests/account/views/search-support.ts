/**
 * Shared by the tests of search: notes in a file, the index beside it, and the plain definition of a match.
 */
import { copyFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { labelKey, readLabels } from '#shared/note/labels.ts';
import { type ListName, LISTS, type NoteId } from '#shared/note/note.ts';
import type { Search } from '#shared/note/view.ts';
import { matcher } from '#shared/text/search.ts';
import { reportTo } from '#tests/support/log-lines.ts';
import { type Connection, createConnection } from '#account/database/connection.ts';
import { createListSizes } from '#account/views/list-sizes.ts';
import { createNoteStore } from '#account/tables/note-store.ts';
import { openDatabase } from '#account/database/open.ts';
import { createHitFinder, type HitFinder } from '#account/views/hits.ts';
import { createSearchIndex, type SearchIndex } from '#account/views/search-index.ts';
import type { LocalStore } from '#account/sync/ports.ts';
import { LIST_OF } from '#tests/support/list-of.ts';

export interface Searched {
  readonly db: Connection;
  readonly notes: LocalStore;
  readonly index: SearchIndex;
  readonly finder: HitFinder;
  /** Why the index was rebuilt. */
  readonly troubles: string[];
  readonly close: () => void;
}

/** Limits so small that even a search in a handful of notes takes several steps. */
export const SMALL_STEPS = { fewHits: 3, hits: 3, looks: 2, units: 30, smallList: 0, fewLabelled: 4 };

interface Options {
  readonly indexFile?: string;
  readonly limits?: typeof SMALL_STEPS;
}

/** @param folder where the notes are and, by default, the index */
export function openSearched(
  folder: string,
  { indexFile = indexPath(folder), limits }: Options = {},
): Searched {
  const database = openDatabase(path.join(folder, 'notes.sqlite'));
  const db = createConnection(database, {
    onFatal(error) {
      throw error;
    },
  });
  // A test has no power cut, so nothing needs to be flushed to the disk.
  db.exec('PRAGMA synchronous = OFF');
  const troubles: string[] = [];
  const index = createSearchIndex(db, indexFile, reportTo(troubles));
  const notes = createNoteStore(db);
  const finder = createHitFinder(db, index, createListSizes(db), limits);
  return {
    db,
    notes,
    index,
    finder,
    troubles,
    close() {
      index.close();
      db.close();
    },
  };
}

export function indexPath(folder: string): string {
  return path.join(folder, 'search.sqlite');
}

/** Copies the notes as a backup does. No connection may have them open. */
export function copyNotes(folder: string): void {
  rmSync(path.join(folder, 'copy.sqlite'), { force: true });
  const db = new Database(path.join(folder, 'notes.sqlite'));
  db.prepare('VACUUM INTO ?').run(path.join(folder, 'copy.sqlite'));
  db.close();
}

/** Puts the copy in place of the notes, and leaves the index as it is. */
export function restoreNotes(folder: string): void {
  for (const suffix of ['', '-wal', '-shm'])
    rmSync(path.join(folder, `notes.sqlite${suffix}`), { force: true });
  copyFileSync(path.join(folder, 'copy.sqlite'), path.join(folder, 'notes.sqlite'));
}

interface PlainRow {
  readonly key: number;
  readonly title: string | null;
  readonly text: string | null;
  readonly pinned: 0 | 1;
  readonly labels: string | null;
}

/**
 * Keys of the notes that match by spec §5 and have the labels: pinned ones first, newest first in each part.
 */
export function plainly(
  { db }: Pick<Searched, 'db'>,
  list: ListName,
  query: string,
  labels: Search['labels'] = [],
): number[] {
  const keysIn = (stored: string | null): string[] =>
    stored === null ? [] : readLabels(JSON.parse(stored) as unknown[]).map(labelKey);
  return db
    .prepare<[number], PlainRow>(
      `SELECT key, title, text, ${LIST_OF} = 0 AND is_pinned IS 1 AS pinned, labels FROM notes WHERE ${LIST_OF} = ?
         ORDER BY pinned DESC, key DESC`,
    )
    .all(LISTS.indexOf(list))
    .filter((row) => labels.every((name) => keysIn(row.labels).includes(labelKey(name))))
    .filter(matcher(query))
    .map(({ key }) => key);
}

export function pinnedOf({ db }: Pick<Searched, 'db'>, keys: readonly number[]): number {
  const row = db
    .prepare<[string], { pinned: number }>(
      'SELECT count(*) AS pinned FROM notes WHERE section = 3 AND key IN (SELECT value FROM json_each(?))',
    )
    .get(JSON.stringify(keys));
  return row?.pinned ?? 0;
}

/** Number of notes that are not in the index (`all`), and of those that it cannot hold (`unindexable`). */
export function unindexed({ db }: Pick<Searched, 'db'>): { all: number; unindexable: number } {
  const row = db
    .prepare<[], { all: number; unindexable: number }>(
      'SELECT count(*) AS "all", total(unindexable) AS unindexable FROM unindexed',
    )
    .get();
  return row ?? { all: 0, unindexable: 0 };
}

export function indexAll({ index }: Pick<Searched, 'index'>): void {
  while (index.indexSome(true));
}

export function noteIdOf(index: number): NoteId {
  return `note${index}` as NoteId;
}

/** An empty index, so that the search looks at every note. */
export const NO_INDEX: SearchIndex = {
  indexSome: () => false,
  fewKeys: () => null,
  keysBefore: () => null,
  close: () => undefined,
};
