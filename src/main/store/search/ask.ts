/** What goes between the main process and the thread of search. */
import type { ListName } from '#shared/note.ts';

export interface Question {
  readonly list: ListName;
  /** As typed, not blank. */
  readonly query: string;
  readonly offset: number;
  readonly limit: number;
}

export interface Found {
  /** Keys of the notes that were asked for, newest first. */
  readonly keys: readonly number[];
  readonly total: number;
  /** Whether the total is all; else there are at least so many, and they are being counted. */
  readonly counted: boolean;
}

/** What the thread is started with. */
export interface SearchTask {
  readonly kind: 'search';
  /** Path of the account's database, whose index stands beside it. */
  readonly database: string;
  /** One 32-bit number, see `Gate`. */
  readonly gate: SharedArrayBuffer;
}

/**
 * Whether the thread has the files open, for the main process to wait on: it may not close or move the database of notes
 * before.
 */
export const Gate = { unopened: 0, open: 1, refused: 2, closed: 3 } as const;

export type ToSearch =
  | { readonly kind: 'find'; readonly id: number; readonly question: Question }
  /** Notes have changed; what is new is indexed when it has been quiet for a while. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'close' };

export type FromSearch =
  /**
   * A question that a newer one about the same list has overtaken is answered, too, with what was found up to
   * then: nobody looks at it.
   */
  | { readonly kind: 'found'; readonly id: number; readonly found: Found }
  /** An answer that was not counted would be now. */
  | { readonly kind: 'counted' }
  /** The index knows all changes up to this one. */
  | { readonly kind: 'learnt'; readonly through: number }
  /** Something that does not end the thread. */
  | { readonly kind: 'trouble'; readonly reason: string }
  /** The thread ends; `damaged`: because of the notes' own file. */
  | { readonly kind: 'failed'; readonly damaged: boolean; readonly reason: string };

/** Path of the index of a database of notes. */
export function indexPath(database: string): string {
  return `${database}-search`;
}
