/**
 * What is in a file that an import meets: each has one reading, a union, so that a file without any does not
 * compile.
 */
import type { DateOrder } from './read-date.ts';
import type { IncomingNote } from './incoming-note.ts';
import type { Failed, LeftOut } from '../sources/outcome.ts';
import type { SourceFile } from '../sources/sources.ts';

/** A note, or what stands in its place. */
export type Entry =
  | {
      readonly kind: 'note';
      /** Dates in numbers that can be read in two ways, on which the others of the import decide. */
      readonly dates: readonly string[];
      readonly note: (order: DateOrder) => IncomingNote;
      /** A sentence about the file that a person should know, or null. */
      readonly remark: string | null;
    }
  /** Neither a title nor a text. */
  | { readonly kind: 'empty' }
  /**
   * @param which of the file's entries it is, as text that follows the file's name; empty if the file is one
   * note
   */
  | { readonly kind: 'broken'; readonly which: string; readonly reason: string };

export type Reading =
  | { readonly kind: 'notes'; readonly entries: readonly Entry[] }
  /** A picture or recording, which a note may name. */
  | { readonly kind: 'attachment' }
  | LeftOut
  | Failed;

/** A file that was met. What an archive or a folder could not give has an outcome at once. */
export interface MetFile {
  readonly file: SourceFile;
  readonly reading: Reading;
}

export function oneNote(note: IncomingNote | null): Reading {
  return { kind: 'notes', entries: [entryOf(note)] };
}

export function entryOf(note: IncomingNote | null): Entry {
  return note === null ? { kind: 'empty' } : { kind: 'note', dates: [], note: () => note, remark: null };
}
