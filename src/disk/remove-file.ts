/**
 * Removes a file, if it is there. `rmSync` would do, but its errors have no code by which the one from the
 * other can be told.
 */
import { unlinkSync } from 'node:fs';
import { isMissing } from './there.ts';

/** @throws the file system's error, unless it says that nothing is there */
export function removeFileNow(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
