/**
 * Writes files that must survive a power cut whole or not at all. Functions with `Now` in their names
 * block the thread until the disk is done. A text is first written to a file whose name begins with a dot,
 * which then replaces the file.
 */
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder, syncFolderNow } from './folder.ts';
import { makeWayForFile, makeWayForFileNow } from './make-way.ts';
import { removeFileNow } from './remove-file.ts';

/**
 * Replaces the file's content with this text. The old content stays until the whole text is on the disk. A
 * folder in the file's place is set aside.
 * @throws the file system's error
 */
export function replaceFileNow(file: string, text: string): void {
  const temporary = temporaryOf(file);
  for (const place of [temporary, file]) makeWayForFileNow(place);
  try {
    const descriptor = openSync(temporary, 'w', 0o600);
    try {
      // Not a single `writeSync`: on a nearly full disk, it may write only a part and report no error.
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
    syncFolderNow(path.dirname(file));
  } catch (error) {
    removeFileNow(temporary);
    throw error;
  }
}

/** Like `replaceFileNow`, without blocking the thread. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = temporaryOf(file);
  await Promise.all([temporary, file].map(makeWayForFile));
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

function temporaryOf(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.new`);
}
