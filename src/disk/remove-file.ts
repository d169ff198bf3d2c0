/** Removes a file if it exists. `rmSync` would do, but its errors have no code to tell them apart. */
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
