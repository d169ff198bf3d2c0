/** Notes that leave the app as files, and files that become notes. */

export interface ExportResult {
  readonly notes: number;
  /** Path of the folder that holds the JSON file and the Markdown files. */
  readonly folder: string;
}

export interface ImportResult {
  /** Notes that are new here. */
  readonly added: number;
  /** Notes that an earlier import had brought already. */
  readonly known: number;
  /** Notes without a word in them. */
  readonly empty: number;
  /** Files that could not be read, each with the reason in a sentence. */
  readonly broken: readonly { readonly file: string; readonly reason: string }[];
}

export interface TransferProgress {
  readonly kind: 'export' | 'import';
  readonly done: number;
  readonly total: number;
}
