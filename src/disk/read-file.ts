/** Reads whole files, also what the disk still returns of a damaged one. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

const PIECE_BYTES = 4096;

/**
 * The whole file. `readFileSync` of a name leaves the file open when it cannot learn its size. @throws the
 * file system's error
 */
export function readWholeFile(file: string): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The whole file, with zeros in place of the parts that the disk twice does not return.
 * @throws the file system's error for any other reason
 */
export function readWithGaps(file: string): Buffer {
  try {
    return readWholeFile(file);
  } catch (error) {
    if (!isLost(error)) throw error;
  }
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(fstatSync(descriptor).size);
    for (let start = 0; start < bytes.length; start += PIECE_BYTES)
      readPieceWithGaps(descriptor, bytes.subarray(start, start + PIECE_BYTES), start);
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Fills a piece of a file that is open, with zeros if the disk twice does not return it. @throws as
 * `readWithGaps`
 */
export function readPieceWithGaps(descriptor: number, piece: Buffer, start: number): void {
  if (!readPiece(descriptor, piece, start) && !readPiece(descriptor, piece, start)) piece.fill(0);
}

/** @returns whether the disk has returned all of it */
function readPiece(descriptor: number, piece: Buffer, start: number): boolean {
  try {
    return readSync(descriptor, piece, 0, piece.length, start) === piece.length;
  } catch (error) {
    if (!isLost(error)) throw error;
    return false;
  }
}

/** Whether the disk fails to return what was written. */
export function isLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EIO';
}
