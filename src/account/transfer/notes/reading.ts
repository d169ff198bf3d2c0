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
      /** Names under which the words of other files are looked for in this note (`Copy`). */
      readonly holds?: readonly string[];
    }
  /** Neither a title nor a text. */
  | { readonly kind: 'empty' }
  /**
   * @param which of the file's entries it is, as text that follows the file's name; empty if the file is one
   * note
   */
  | { readonly kind: 'broken'; readonly which: string; readonly reason: string };

/**
 * Says that other files probably hold all words of this one. No program decides that: `copies.ts` looks for
 * the words.
 */
export interface Copy {
  /** What must be found, each in one note that has the name among its `holds`. */
  readonly parts: readonly CopiedPart[];
  /** What becomes of the file if all of it is found. */
  readonly found: LeftOut;
  /** What becomes of it otherwise; left out if it then becomes a note like any other file. */
  readonly notFound?: LeftOut;
}

export interface CopiedPart {
  readonly holders: readonly string[];
  readonly words: string;
  /** How many pictures and recordings the note has at least. */
  readonly attachments?: number;
}

export interface NotesReading {
  readonly kind: 'notes';
  readonly entries: readonly Entry[];
  readonly copy?: Copy;
  /** Pictures that are in the file itself, which its notes name. */
  readonly pictures?: readonly SourceFile[];
}

export type Reading =
  | NotesReading
  /** A picture or recording, which a note may name. */
  | { readonly kind: 'attachment' }
  | LeftOut
  | Failed;

/** A file that was met. What an archive or a folder could not give has an outcome at once. */
export interface MetFile {
  readonly file: SourceFile;
  readonly reading: Reading;
}

/** @param holds see `Entry` */
export function entryOf(note: IncomingNote | null, holds: readonly string[] = []): Entry {
  return note === null
    ? { kind: 'empty' }
    : { kind: 'note', dates: [], note: () => note, remark: null, holds };
}
