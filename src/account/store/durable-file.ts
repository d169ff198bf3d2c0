/** Small files beside the database that must survive a power cut whole or not at all. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Puts this text in the place of the file; what stood there stays until all of it is on the disk.
 * @throws the file system's error
 */
export function replaceFile(file: string, text: string): void {
  const temporary = `${file}.tmp`;
  try {
    const descriptor = openSync(temporary, 'w', 0o600);
    try {
      // All of it: a single write to a disk that is nearly full may write a part and report no error.
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
    syncFolder(path.dirname(file));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** A new name is on the disk only when its folder is; Windows has no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
