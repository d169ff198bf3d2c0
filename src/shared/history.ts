/** What a note held before (S12), as screens show it. */
import type { NoteContent } from './note.ts';

export interface EarlierRow {
  /** The number of this version; no number is used twice. */
  readonly version: number;
  /** When other words replaced this version, or a person left it without saving, by this device's clock, milliseconds since the epoch. */
  readonly replacedAt: number;
  /** Where the other words were written; nobody, if the note never had this version, because it was left without saving. */
  readonly by: 'this device' | 'another device' | 'nobody';
}

export interface EarlierPage {
  readonly total: number;
  /** Most recently replaced first. */
  readonly rows: readonly EarlierRow[];
}

/** A part of two texts that are compared. */
export interface DifferencePart {
  /** Whether the part is in both texts, or only in one. */
  readonly in: 'both' | 'then' | 'now';
  readonly text: string;
}

export interface ComparedVersion {
  readonly content: NoteContent;
  readonly title: readonly DifferencePart[];
  readonly text: readonly DifferencePart[];
}

export interface HistoryUse {
  readonly versions: number;
  /** The size of their titles and texts. */
  readonly bytes: number;
}
