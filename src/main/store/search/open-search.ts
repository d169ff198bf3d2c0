/** The index beside a database of notes, with what reads the notes for it. */
import { removeDatabase } from '../new-database.ts';
import { isDamage } from '../store-error.ts';
import { indexPath } from './ask.ts';
import { type IndexFile, openIndexFile } from './index-file.ts';
import { type NoteSource, openNoteSource } from './note-source.ts';
import { createSearch, type Search } from './search.ts';

export interface OpenSearch {
  readonly search: Search;
  /** Folds the log of the notes' database, as far as that can be done now. */
  foldLog(): void;
  close(): void;
}

/** The notes themselves could not be read. */
export class NotesError extends Error {
  readonly damaged: boolean;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.damaged = isDamage(cause);
  }
}

/**
 * @throws NotesError, or an error of the index's own file
 */
export function openSearch(database: string): OpenSearch {
  const source = openSource(database);
  let index: IndexFile | undefined;
  const close = (): void => {
    index?.close();
    source.close();
  };
  try {
    index = openIndexFile(indexPath(database), source.identity, source.changes());
    return { search: createSearch(source, index), foldLog: () => source.foldLog(), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The index holds nothing that the notes do not say. */
export function removeIndex(database: string): void {
  removeDatabase(indexPath(database));
}

function openSource(database: string): NoteSource {
  const source = told(() => openNoteSource(database));
  return {
    identity: source.identity,
    changes: () => told(() => source.changes()),
    changesAfter: (sequence) => told(() => source.changesAfter(sequence)),
    listOf: (key) => told(() => source.listOf(key)),
    keysOf: (list) => told(() => source.keysOf(list)),
    fieldsOf: (key) => told(() => source.fieldsOf(key)),
    foldLog: () => source.foldLog(),
    atOnce: (read) => source.atOnce(read),
    close: () => source.close(),
  };
}

function told<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new NotesError(error);
  }
}
