/**
 * Files that must survive a power cut whole or not at all, where the thread may wait for the disk (`Now`) and where it must not.
 * A text is written under another name, which begins with a dot, and then takes the file's.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Puts this text in the place of the file; what stood there stays until all of it is on the disk.
 * @throws the file system's error
 */
export function replaceFileNow(file: string, text: string): void {
  const temporary = temporaryOf(file);
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
    syncFolderNow(path.dirname(file));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** As `replaceFileNow`. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = temporaryOf(file);
  try {
    const handle = await open(temporary, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** A new name is on the disk only when its folder is; Windows has no such call. */
export function syncFolderNow(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** As `syncFolderNow`. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function temporaryOf(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.new`);
}
