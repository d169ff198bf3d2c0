/**
 * What becomes of each file that an import meets. A file has one reading, which says what is in it, and in the end one
 * outcome; both are unions, so that a file without any does not compile, and the sum of the outcomes is the number of files.
 */
import type { DateOrder } from './read-date.ts';
import type { IncomingNote } from './incoming-note.ts';
import type { SourceFile } from './sources.ts';

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
  /** @param which of the file's entries it is, as text that follows the file's name; empty if the file is one note */
  | { readonly kind: 'broken'; readonly which: string; readonly reason: string };

export interface LeftOut {
  readonly kind: 'left out';
  /** A sentence. Files of one reason are listed together. */
  readonly reason: string;
  /** Whether nobody misses the file, because it is not a person's or its note came from another one. */
  readonly isExpected: boolean;
}

export interface Failed {
  readonly kind: 'failed';
  /** A sentence. */
  readonly reason: string;
}

export type Reading =
  | { readonly kind: 'notes'; readonly entries: readonly Entry[] }
  /** A picture or recording, which a note may name. */
  | { readonly kind: 'attachment' }
  | LeftOut
  | Failed;

export type Outcome =
  /** Something of it is new here. */
  | { readonly kind: 'came' }
  /** All of it was here already, or came from another file. */
  | { readonly kind: 'known' }
  | LeftOut
  | Failed;

/** A file that was met. What an archive or a folder could not give has an outcome at once. */
export interface MetFile {
  readonly file: SourceFile;
  readonly reading: Reading;
}

export function leftOut(reason: string): LeftOut {
  return { kind: 'left out', reason, isExpected: false };
}

/** For a file that nobody misses. */
export function expected(reason: string): LeftOut {
  return { kind: 'left out', reason, isExpected: true };
}

export function failed(reason: string): Failed {
  return { kind: 'failed', reason };
}

export function oneNote(note: IncomingNote | null): Reading {
  return { kind: 'notes', entries: [entryOf(note)] };
}

export function entryOf(note: IncomingNote | null): Entry {
  return note === null ? { kind: 'empty' } : { kind: 'note', dates: [], note: () => note, remark: null };
}
