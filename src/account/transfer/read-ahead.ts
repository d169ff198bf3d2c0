/**
 * Reads some small files ahead of the one that is asked for, because an import of thousands of them mostly waits for
 * the disk to open one after the other.
 */
import type { SourceFile } from './sources/sources.ts';

/** Files that are read at once. Each is small, so that all of them together are smaller than one large file. */
const AHEAD = 16;
const SMALL_BYTES = 64 * 1024;

export interface OpenedFile {
  readonly file: SourceFile;
  /** Its content; throws the error of reading it. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** The same files in the same order. */
export async function* readAhead(files: readonly SourceFile[]): AsyncGenerator<OpenedFile> {
  const begun: OpenedFile[] = [];
  let next = 0;
  for (let done = 0; done < files.length; done += 1) {
    while (next < files.length && begun.length < AHEAD) {
      const file = files[next];
      if (file !== undefined)
        begun.push({ file, bytes: file.bytes <= SMALL_BYTES ? begin(file) : readLater(file) });
      next += 1;
    }
    const first = begun.shift();
    if (first !== undefined) yield first;
  }
}

/** Opens the file only when somebody reads it, who then also closes it. */
async function* readLater(file: SourceFile): AsyncGenerator<Uint8Array> {
  yield* file.read();
}

async function* replay(reading: Promise<Begun>): AsyncGenerator<Uint8Array> {
  const { chunks, rest } = await reading;
  yield* chunks;
  if (rest !== null) yield* rest;
}

function begin(file: SourceFile): AsyncIterable<Uint8Array> {
  const reading = readWhole(file);
  // Whoever reads the file gets the error. Without this, it would be unhandled if nobody does.
  reading.catch(() => undefined);
  return replay(reading);
}

interface Begun {
  readonly chunks: readonly Uint8Array[];
  /** The rest of a file that is larger than it was said to be. */
  readonly rest: AsyncIterable<Uint8Array> | null;
}

async function readWhole(file: SourceFile): Promise<Begun> {
  const chunks: Uint8Array[] = [];
  const iterator = file.read()[Symbol.asyncIterator]();
  let bytes = 0;
  for (;;) {
    const { done, value } = await iterator.next();
    if (done === true) return { chunks, rest: null };
    chunks.push(value);
    bytes += value.byteLength;
    if (bytes > SMALL_BYTES) return { chunks, rest: { [Symbol.asyncIterator]: () => iterator } };
  }
}
