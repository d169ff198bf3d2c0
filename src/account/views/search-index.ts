/**
 * The search index: two full-text tables of SQLite in a file beside the notes, with a connection of its own.
 * Everything in it can be rebuilt from the notes. So if anything is wrong with it, it is removed and rebuilt;
 * meanwhile search looks through the notes themselves, and nothing else ends.
 *
 * Notes are indexed in slices after they were stored. The table `unindexed` of the notes' database, which
 * triggers fill, lists the notes whose words the index lacks or has in the wrong part. A slice is committed
 * to the index first and then to the notes' database. It gives the index a new id, and `cache.index_id` says
 * to which index the list belongs. A restored database has the id of an older index or of none; then all of
 * its notes are indexed anew.
 */
import { AppError, hasCode } from '#shared/base/error.ts';
import type { Report } from '#shared/base/log.ts';
import type { Connection } from '../database/connection.ts';
import { PINNED } from './sections.ts';
import { toStoreError } from '../database/store-error.ts';
import {
  closeQuietly,
  type Document,
  hasDocument,
  type IndexFile,
  makeIndexFile,
  openIndexFile,
  type Part,
} from './index-file.ts';
import { indexedWords, type IndexQuery, type Words } from './search-words.ts';

export interface SearchIndex {
  /**
   * Does one slice of work, of a few milliseconds: indexes notes that are not indexed yet, or
   * merges what was indexed.
   * @param isQuiet whether nothing was saved for a while: only then are long notes indexed, which takes
   *   tens of milliseconds
   * @returns whether there is more to do now
   * @throws AppError as the notes' connection does; `store-full` if there is no room for the index
   */
  indexSome(isQuiet: boolean): boolean;
  /** Like `keysBefore`, but for both parts; also null if there are `most` keys or more. */
  fewKeys(query: IndexQuery, most: number): readonly number[] | null;
  /**
   * Keys of notes that have these words according to the index, newest first. It says nothing
   * about notes in `unindexed`.
   * @param part the part to search
   * @param before all returned keys are less than this
   * @returns null if there is no index now, for example because the disk is full
   */
  keysBefore(query: IndexQuery, part: Part, before: number, limit: number): readonly number[] | null;
  close(): void;
}

/**
 * A slice ends at the limit that is reached first; the second is in UTF-16 units. A single
 * note may have a million.
 */
const SLICE_NOTES = 64;
const SLICE_UNITS = 8_000;
/** In UTF-16 units: this many take about 8 ms. Longer notes are indexed in quiet moments. */
const LONG_UNITS = 40_000;
/** This many slices write 2 to 4 MB to the log. */
const SLICES_TO_CHECKPOINT = 8;
/** An index that has failed this often is not rebuilt until the notes are opened again. */
const MOST_FAILURES = 3;

/**
 * @param db the connection to the notes
 * @param file path of the index, which is created if it does not exist
 * @param onTrouble called with the reason when the index must be rebuilt
 */
export function createSearchIndex(
  db: Connection,
  file: string,
  onTrouble: Report = () => undefined,
): SearchIndex {
  const notes = prepareNotes(db);
  let index: IndexFile | null = null;
  /**
   * Whether the file has no index that belongs to these notes. Upkeep builds a new one,
   * because that takes seconds.
   */
  let needsNewIndex = false;
  let failures = 0;
  let slices = 0;

  /** @returns null if the index has failed; it is then closed */
  function attempt<Result>(work: () => Result): Result | null {
    try {
      return work();
    } catch (thrown) {
      // The next opening finds out whether a slice was committed.
      closeQuietly(index);
      index = null;
      const error = toStoreError(thrown);
      // The notes' own connection throws only AppErrors.
      const isFromNotes = thrown instanceof AppError;
      if (isFromNotes || hasCode(error, 'store-full')) throw error;
      needsNewIndex = true;
      failures += 1;
      onTrouble('index-failed', thrown);
      return null;
    }
  }

  function openIndex(): IndexFile | null {
    if (index !== null || needsNewIndex) return index;
    index = openIndexFile(file);
    const listedIndexId = notes.indexId.get()?.index_id;
    if (index !== null && index.state.id === listedIndexId) return index;
    if (index !== null && index.state.id_before === listedIndexId) {
      const { keys } = index.state;
      commitListed(index, () => notes.listAgain.run(keys));
      return index;
    }
    closeQuietly(index);
    index = null;
    needsNewIndex = true;
    return null;
  }

  function makeIndex(): IndexFile {
    index = makeIndexFile(file);
    needsNewIndex = false;
    commitListed(index, () => notes.listAll.run());
    return index;
  }

  /** Commits to the notes' database the list of unindexed notes that belongs to this state of the index. */
  function commitListed({ state }: IndexFile, work: () => void): void {
    db.transaction(() => {
      work();
      notes.setIndexId.run(state.id);
    });
  }

  /** Indexes the newest notes in `unindexed`; returns false if there is nothing to index for now. */
  function indexSlice(into: IndexFile, isQuiet: boolean): boolean {
    const slice = new Map<number, Document | null>();
    const unindexable = new Set<number>();
    let units = 0;
    for (const { key } of notes.unindexed.all(SLICE_NOTES)) {
      const words = notes.words.get(key);
      const length = (words?.title?.length ?? 0) + (words?.text?.length ?? 0);
      if (length > LONG_UNITS && !isQuiet) continue;
      units += length;
      if (slice.size > 0 && units > SLICE_UNITS) break;
      const indexed = words === undefined || !hasDocument(key) ? null : indexedWords(words);
      if (words !== undefined && indexed === null) unindexable.add(key);
      const part = words?.section === PINNED ? 'pinned' : 'others';
      slice.set(key, indexed && { ...indexed, part });
    }
    if (slice.size === 0) return false;
    into.write(slice);
    slices += 1;
    if (slices % SLICES_TO_CHECKPOINT === 0) into.checkpoint();
    commitListed(into, () => {
      for (const key of slice.keys()) {
        if (unindexable.has(key)) notes.setUnindexable.run(key);
        else notes.unlist.run(key);
      }
    });
    return true;
  }

  function askIndex<Found>(into: (index: IndexFile) => Found): Found | null {
    try {
      return attempt(() => {
        const opened = openIndex();
        return opened && into(opened);
      });
    } catch (error) {
      // Opening the index needs some room on the disk; looking through the notes needs none.
      if (hasCode(error, 'store-full')) return null;
      throw error;
    }
  }

  return {
    indexSome(isQuiet) {
      if (failures === MOST_FAILURES) return false;
      const isMore = attempt(() => {
        const into = openIndex() ?? makeIndex();
        return indexSlice(into, isQuiet) || into.tidy();
      });
      return isMore ?? failures < MOST_FAILURES;
    },
    fewKeys: (query, most) => askIndex((into) => into.fewKeys(query, most)),
    keysBefore: (query, part, before, limit) =>
      askIndex((into) => into.keysBefore(query, part, before, limit)),
    close: () => closeQuietly(index),
  };
}

function prepareNotes(db: Connection) {
  return {
    indexId: db.prepare<[], { index_id: string }>('SELECT index_id FROM cache'),
    setIndexId: db.prepare<[string]>('UPDATE cache SET index_id = ?'),
    listAll: db.prepare<[]>('INSERT OR IGNORE INTO unindexed (key) SELECT key FROM notes'),
    listAgain: db.prepare<[string]>('INSERT OR IGNORE INTO unindexed (key) SELECT value FROM json_each(?)'),
    unindexed: db.prepare<[number], { key: number }>(
      'SELECT key FROM unindexed WHERE unindexable = 0 ORDER BY key DESC LIMIT ?',
    ),
    words: db.prepare<[number], Words & { readonly section: number }>(
      'SELECT title, text, section FROM notes WHERE key = ?',
    ),
    setUnindexable: db.prepare<[number]>('UPDATE unindexed SET unindexable = 1 WHERE key = ?'),
    unlist: db.prepare<[number]>('DELETE FROM unindexed WHERE key = ?'),
  };
}
