/** Notes that leave the app as files, and files that become notes. */

export interface ExportResult {
  readonly notes: number;
  /** Path of the archive. */
  readonly file: string;
}

/** A file or a note, and a sentence about it. */
export interface ImportProblem {
  readonly file: string;
  readonly reason: string;
}

/** Files that an import left out for one reason. */
export interface LeftOutFiles {
  /** A sentence. */
  readonly reason: string;
  readonly count: number;
  /** Names of the first of them. */
  readonly files: readonly string[];
  /** Whether nobody misses them, because they are not a person's or their notes came from other files. */
  readonly isExpected: boolean;
}

/** How many files an import met, and what became of them: the four others are their sum. */
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
  /** Of the new notes. */
  readonly pinned: number;
  /** Labels that the new notes have. */
  readonly labels: number;
  /** Notes that were here already, and those that the files hold once more with the same words. */
  readonly known: number;
  /** Notes without a word in them. */
  readonly empty: number;
  readonly files: FileCounts;
  /** Files, and notes within them, that could not be read, each with the reason in a sentence. */
  readonly broken: readonly ImportProblem[];
  readonly leftOut: readonly LeftOutFiles[];
  /**
   * What notes came without, such as a label or a picture, each under the note's title; left out if there is
   * nothing.
   */
  readonly losses?: readonly ImportProblem[];
  /** What had to be guessed, such as an encoding; left out if there is nothing. */
  readonly remarks?: readonly ImportProblem[];
  /**
   * Pictures and recordings of the new notes, and missing ones of notes that were here already; left out if
   * there are none.
   */
  readonly pictures?: {
    readonly copied: number;
    readonly notCopied: number;
    /** Path of the folder that holds them now; null if the person chose none. */
    readonly folder: string | null;
  };
}

export type TransferKind = 'export' | 'import';

export interface TransferProgress {
  readonly kind: TransferKind;
  readonly done: number;
  readonly total: number;
}

/** What a person chooses from for an import: the dialogs of Windows and Linux cannot offer both at once. */
export const IMPORT_SOURCES = ['files', 'folder', 'dropped'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** The export or import under way, or how the last one ended, until it is dismissed. */
export type TransferState =
  | { readonly status: 'idle' }
  /** The system's dialog is open. */
  | { readonly status: 'choosing'; readonly kind: TransferKind }
  | ({ readonly status: 'running' } & TransferProgress)
  /** What an import had added by then stays; of an export nothing stays. */
  | { readonly status: 'stopped'; readonly kind: TransferKind }
  /** The reason is a sentence. */
  | { readonly status: 'failed'; readonly kind: TransferKind; readonly reason: string }
  | { readonly status: 'exported'; readonly result: ExportResult }
  | { readonly status: 'imported'; readonly result: ImportResult };

export const NO_TRANSFER: TransferState = { status: 'idle' };

/** No note is added twice, so the person can choose the same files again. */
export const IMPORT_INTERRUPTED: TransferState = {
  status: 'failed',
  kind: 'import',
  reason: 'An import was interrupted. Import the same files again to add what is missing.',
};
