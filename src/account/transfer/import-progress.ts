/**
 * How far an import is. Its total is known from the beginning and never changes: the files count once by
 * their bytes as they are read, and once more while their notes are added and their pictures are copied.
 */
import type { TransferProgress } from '#shared/ipc/transfer.ts';
import type { SourceFile } from './sources/sources.ts';

/** The weight of adding a note, as the bytes of pictures that are copied in the same time. */
const BYTES_OF_NOTE = 64 * 1024;

export interface ImportProgress {
  /** The file's content, which counts as it is read. */
  read(file: SourceFile): AsyncIterable<Uint8Array>;
  /** The file is done, however much of it was read. */
  endFile(file: SourceFile): void;
  /** All files are read, and `work` is left to do. */
  beginAdding(work: { readonly notes: number; readonly bytes: number }): void;
  addNotes(count: number): void;
  addBytes(count: number): void;
}

export function createImportProgress(
  files: readonly SourceFile[],
  onProgress: ((progress: TransferProgress) => void) | undefined,
): ImportProgress {
  const half = Math.max(1, files.length);
  const bytes = files.reduce((sum, file) => sum + weightOf(file), 0);
  let ended = 0;
  let inFile = 0;
  let work = 1;
  let worked = 0;

  function report(read: number, added: number): void {
    onProgress?.({ kind: 'import', done: half * (read + added), total: 2 * half });
  }

  return {
    async *read(file) {
      for await (const chunk of file.read()) {
        inFile = Math.min(inFile + chunk.byteLength, weightOf(file));
        report((ended + inFile) / bytes, 0);
        yield chunk;
      }
    },
    endFile(file) {
      ended += weightOf(file);
      inFile = 0;
      report(ended / bytes, 0);
    },
    beginAdding({ notes, bytes: toCopy }) {
      work = Math.max(1, notes * BYTES_OF_NOTE + toCopy);
      worked = notes + toCopy === 0 ? work : 0;
      report(1, worked / work);
    },
    addNotes(count) {
      worked = Math.min(work, worked + count * BYTES_OF_NOTE);
      report(1, worked / work);
    },
    addBytes(count) {
      worked = Math.min(work, worked + count);
      report(1, worked / work);
    },
  };
}

/** Even an empty file takes a while. */
function weightOf(file: SourceFile): number {
  return 1024 + file.bytes;
}
