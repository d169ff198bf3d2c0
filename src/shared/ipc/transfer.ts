/** Exports of notes to files, and imports of files as notes. */

export interface ExportResult {
  readonly notes: number;
  readonly file: string;
}

export interface ImportProblem {
  readonly file: string;
  readonly reason: string;
}

/** Files that an import left out for one reason. */
export interface LeftOutFiles {
  /** A sentence that says why they were left out; the report of the import shows it. */
  readonly reason: string;
  readonly count: number;
  /** Names of the first of them. */
  readonly files: readonly string[];
  /** Whether the user expects it: the files are not the user's, or their notes came from other files. */
  readonly isExpected: boolean;
}

/** How many files an import found (`met`), which is the sum of the four outcomes. */
export interface FileCounts {
  readonly met: number;
  readonly came: number;
  readonly known: number;
  readonly leftOut: number;
  readonly failed: number;
}

export interface ImportResult {
  /** Notes that are new here. */
  readonly added: number;
  /** How many of the new notes are pinned. */
  readonly pinned: number;
  /** How many labels the new notes have. */
  readonly labels: number;
  /** Notes that were here already, and repetitions of one note in the files. */
  readonly known: number;
  readonly empty: number;
  readonly files: FileCounts;
  /** Files, and notes within them, that could not be read, each with the reason in a sentence. */
  readonly broken: readonly ImportProblem[];
  readonly leftOut: readonly LeftOutFiles[];
  /** Losses, such as a label or a picture, each under the note's title; left out if there are none. */
  readonly losses?: readonly ImportProblem[];
  /**
   * What stands in the text of a note because Inkling has no field for it, such as a reminder, each under the
   * note's title; left out if there is nothing.
   */
  readonly converted?: readonly ImportProblem[];
  /** Guesses that the import made, such as an encoding; left out if there are none. */
  readonly remarks?: readonly ImportProblem[];
  /**
   * Pictures and recordings of the new notes, and missing ones of notes that were here already; left out if
   * there are none.
   */
  readonly pictures?: {
    readonly copied: number;
    readonly notCopied: number;
    /** Path of the folder that holds them now; null if the user chose none. */
    readonly folder: string | null;
  };
}

export type TransferKind = 'export' | 'import';

export interface TransferProgress {
  readonly kind: TransferKind;
  readonly done: number;
  readonly total: number;
}

/** Where an import comes from. Dialogs of Windows and Linux cannot offer files and folders at once. */
export const IMPORT_SOURCES = ['files', 'folder', 'dropped'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** The running export or import, or how the last one ended, until it is dismissed. */
export type TransferState =
  | { readonly status: 'idle' }
  /** The system's dialog is open. */
  | { readonly status: 'choosing'; readonly kind: TransferKind }
  | ({ readonly status: 'running' } & TransferProgress)
  /** Notes that an import had added stay; an unfinished export is removed. */
  | { readonly status: 'stopped'; readonly kind: TransferKind }
  /** @property reason a sentence */
  | { readonly status: 'failed'; readonly kind: TransferKind; readonly reason: string }
  | { readonly status: 'exported'; readonly result: ExportResult }
  | { readonly status: 'imported'; readonly result: ImportResult };

export const NO_TRANSFER: TransferState = { status: 'idle' };

/** No note is added twice, so the user can choose the same files again. */
export const IMPORT_INTERRUPTED: TransferState = {
  status: 'failed',
  kind: 'import',
  reason: 'An import was interrupted. Import the same files again to add what is missing.',
};
