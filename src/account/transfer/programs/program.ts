/**
 * What a program of notes writes, recognised by what is in its files. One program is one file of this folder
 * and a line in `index.ts`.
 */
import type { Uid } from '#shared/note/note.ts';
import type { Pace } from '../../sync/slices.ts';
import type { Reading } from '../notes/reading.ts';
import type { LeftOut } from '../sources/outcome.ts';
import type { SourceFile } from '../sources/sources.ts';

/** A file whose content is known. */
export type ReadFile =
  | {
      readonly type: 'json';
      readonly file: SourceFile;
      readonly value: unknown;
      /** Its length as text, in UTF-16 units. */
      readonly units: number;
    }
  | { readonly type: 'text' | 'html'; readonly file: SourceFile; readonly text: string }
  /** A file of another kind, of which only the beginning is read, as Latin-1: one character for each byte. */
  | { readonly type: 'other'; readonly file: SourceFile; readonly beginning: string };

/**
 * Made for one import. All JSON files are read first, so that a program can tell by them what the other files
 * are.
 */
export interface Program {
  /** Whether the file's place is one that the program is known by. Such files are read before the others. */
  isLikely?(file: SourceFile): boolean;
  /**
   * Null if the file is none of this program's.
   * @param pace to be awaited after each note, by a program that has many in a file
   * @throws UnreadableError if it is one, but cannot be read
   */
  read(read: ReadFile, pace: Pace): Reading | null | Promise<Reading | null>;
  /**
   * Asked when all files are read: why a file that no program has read, or that cannot be read, is not
   * missed.
   */
  explain?(file: SourceFile): LeftOut | null;
}

export type CreateProgram = (uid: Uid) => Program;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
