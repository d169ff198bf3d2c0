/** How much space an account's files take on the disk. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/base/error.ts';
import type { StorageUse } from '#shared/ipc/settings.ts';

/**
 * @param folder of the account; null while signed out
 * @throws AppError `not-signed-in`
 */
export async function storageUse(folder: string | null): Promise<StorageUse> {
  if (folder === null) throw new AppError('not-signed-in', 'not-authenticated');
  const [all, backups, damaged] = await Promise.all([
    bytesIn(folder),
    bytesIn(path.join(folder, 'backups')),
    bytesIn(path.join(folder, 'damaged')),
  ]);
  return { notes: all - backups - damaged, backups, damaged };
}

/** 0 if the folder is missing. Files that are removed meanwhile do not count. */
async function bytesIn(folder: string): Promise<number> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const sizes = await Promise.all(files.map((entry) => sizeOf(path.join(entry.parentPath, entry.name))));
    return sizes.reduce((total, size) => total + size, 0);
  } catch {
    return 0;
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
}
