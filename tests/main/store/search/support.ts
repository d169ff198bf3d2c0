/** What the tests of search share: notes in a file, the index beside it, and the plain definition to compare with. */
import path from 'node:path';
import Database from 'better-sqlite3';
import { LISTS, type NoteId } from '#shared/note.ts';
import { matcher } from '#shared/search.ts';
import { createNoteStore } from '#main/store/note-store.ts';
import { openDatabase } from '#main/store/open.ts';
import type { Found, Question } from '#main/store/search/ask.ts';
import { openIndexFile } from '#main/store/search/index-file.ts';
import { openNoteSource } from '#main/store/search/note-source.ts';
import { createSearch, type Search } from '#main/store/search/search.ts';
import type { LocalStore } from '#main/sync/ports.ts';
import { temporaryFolder } from '../support.ts';

export interface Searched {
  readonly db: Database.Database;
  readonly notes: LocalStore;
  readonly indexPath: string;
  /** Opens the index as the thread does; the one opened before is closed. */
  open(): Search;
  /** How many notes are in no block of the index as it was opened last. */
  unindexed(): number;
  /** How many texts the file of the index has, those of unfinished blocks among them. */
  storedTexts(): number;
  close(): void;
}

/** The fewest that can make a block, and few enough for many blocks. */
const BLOCK_NOTES = { from: 8, most: 4096 };

export function searched(file = path.join(temporaryFolder(), 'notes.sqlite')): Searched {
  const db = openDatabase(file);
  // A test has no power cut.
  db.pragma('synchronous = OFF');
  const indexPath = `${file}-search`;
  let unindexed = 0;
  let closeIndex = (): void => undefined;
  return {
    db,
    notes: createNoteStore(db),
    indexPath,
    open() {
      closeIndex();
      const source = openNoteSource(file);
      const index = openIndexFile(indexPath, source.identity, source.changes());
      const inBlocks = index.blocks().reduce((sum, keys) => sum + keys.filter((key) => key !== 0).length, 0);
      const all = LISTS.reduce((sum, list) => sum + source.keysOf(list).length, 0);
      unindexed = all - inBlocks;
      closeIndex = () => {
        index.close();
        source.close();
      };
      return createSearch(source, index, BLOCK_NOTES);
    },
    unindexed: () => unindexed,
    storedTexts() {
      const index = new Database(indexPath, { readonly: true });
      try {
        return index.prepare<[], number>('SELECT count(*) FROM texts').pluck().get() ?? 0;
      } finally {
        index.close();
      }
    },
    close() {
      closeIndex();
      db.close();
    },
  };
}

/** Runs work to its end. */
export function finish<Result>(work: Generator<unknown, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** What spec §5 says. */
export function plainly({ db }: Searched, { list, query, offset, limit }: Question): Found {
  const matches = matcher(query);
  const keys = db
    .prepare<[number], { key: number; title: string | null; text: string | null }>(
      'SELECT key, title, text FROM notes WHERE list = ? ORDER BY key DESC',
    )
    .all(LISTS.indexOf(list))
    .filter(matches)
    .map(({ key }) => key);
  return { keys: keys.slice(offset, offset + limit), total: keys.length, counted: true };
}

export function noteIdOf(index: number): NoteId {
  return `note${index}` as NoteId;
}
