/** Earlier versions of a note (S12), as screens show them. */
import type { NoteContent } from './note.ts';

/** When and where the words of a version were written, as far as this device knows. */
export interface Written {
  /** By this device's clock, milliseconds since the epoch. */
  readonly at: number;
  readonly by: 'this device' | 'another device';
}

export interface EarlierRow {
  /** The number of this version; no number is used twice. */
  readonly version: number;
  /**
   * When other words replaced this version, or the user left it without saving, by this device's clock,
   * milliseconds since the epoch.
   */
  readonly replacedAt: number;
  /** Whether the note never had these words, because the user left them without saving. */
  readonly isUnsaved: boolean;
  /** Null if the version before is not stored, because this follows from it. */
  readonly written: Written | null;
  /**
   * The change that these words made to those before them, in one line with its context. Empty if unknown.
   */
  readonly change: readonly DifferencePart[];
}

/** The words that the note has now. */
export type PresentRow = Pick<EarlierRow, 'written' | 'change'>;

export interface EarlierPage {
  readonly total: number;
  readonly present: PresentRow;
  /** Most recently replaced first. */
  readonly rows: readonly EarlierRow[];
}

/** A part of two compared texts. */
export interface DifferencePart {
  /** Whether the part is in both texts, or only in the earlier or in the later one. */
  readonly in: 'both' | 'then' | 'now';
  readonly text: string;
}

/** A version, compared with the words that it replaced or, if those are not stored, with itself. */
export interface ComparedVersion {
  readonly content: NoteContent;
  readonly title: readonly DifferencePart[];
  readonly text: readonly DifferencePart[];
}

export interface HistoryUse {
  readonly versions: number;
  /** The size of their titles and texts. */
  readonly bytes: number;
  /** Whether SQLite's log or a backup may still have words that were deleted for good. */
  readonly isErasing: boolean;
}
