/** Reads whole files, including whatever the disk still returns of a damaged one. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

const PIECE_BYTES = 4096;

/**
 * The whole file. With a path, `readFileSync` leaves the file open when it cannot get its size.
 * @throws the file system's error
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
 * The whole file, with zeros in place of the parts that the disk failed to return twice.
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
 * Fills a piece of an open file, with zeros if the disk fails to return it twice.
 * @throws as `readWithGaps`
 */
export function readPieceWithGaps(descriptor: number, piece: Buffer, start: number): void {
  if (!readPiece(descriptor, piece, start) && !readPiece(descriptor, piece, start)) piece.fill(0);
}

/** @returns whether the disk returned the whole piece */
function readPiece(descriptor: number, piece: Buffer, start: number): boolean {
  try {
    return readSync(descriptor, piece, 0, piece.length, start) === piece.length;
  } catch (error) {
    if (!isLost(error)) throw error;
    return false;
  }
}

/** Whether the disk failed to return stored data. */
export function isLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EIO';
}
