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
  const use = { notes: 0, log: 0, searchIndex: 0, backups: 0, damaged: 0 };
  for (const file of await filesIn(folder)) use[partOf(file)] += await sizeOf(path.join(folder, file));
  return use;
}

/** @param file path in the account's folder */
function partOf(file: string): keyof StorageUse {
  const [first = ''] = file.split(path.sep);
  if (first === 'backups' || first === 'damaged') return first;
  if (first === 'notes.sqlite-wal') return 'log';
  return first.startsWith('search.sqlite') ? 'searchIndex' : 'notes';
}

/** Paths within the folder; none if it is missing. */
async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  } catch {
    return [];
  }
}

/** 0 for a file that was removed meanwhile. */
async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
}
