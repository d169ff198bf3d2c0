/** What the tests of search share: notes in a file, the index beside it, and the plain definition to compare with. */
import path from 'node:path';
import type Database from 'better-sqlite3';
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
  close(): void;
}

/** The fewest that can make a block. */
const BLOCK_FROM = 8;

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
      return createSearch(source, index, BLOCK_FROM);
    },
    unindexed: () => unindexed,
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
