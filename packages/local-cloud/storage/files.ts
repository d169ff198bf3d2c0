/** Files that are either complete or missing, whatever ends the process while they are written. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';

/** Replaces the file's content as a whole. */
export function writeFileWhole(file: string, content: string): void {
  const temporary = `${file}.new`;
  const descriptor = openSync(temporary, 'w', 0o600);
  try {
    writeAll(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, file);
}

/** The file's text; null if there is no such file. */
export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Writes all of the text, however little the system accepts at a time.
 * @returns its length in bytes
 */
export function writeAll(descriptor: number, text: string): number {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  return written;
}

/** Node's code of a failed system call (`ENOENT`); null for other errors. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
