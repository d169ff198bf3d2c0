/**
 * Folders that survive a power cut. A name is on the disk only when the folder around it was synced: syncing
 * a file, or a folder, makes its content durable and not its own name.
 */
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { isNameTaken, setAsideNow } from './make-way.ts';
import { isFolder } from './there.ts';

/**
 * Durably makes a folder that only its owner may read, and sets aside what stands in its place. Does nothing
 * if there is a folder.
 * @throws the file system's error
 */
export function makeFolderNow(folder: string): void {
  if (isFolder(folder)) return;
  if (isNameTaken(folder)) setAsideNow(folder);
  const first = mkdirSync(folder, OWNERS);
  for (const parent of parentsOfNew(folder, first)) syncFolderNow(parent);
}

/** As `makeFolderNow`, without blocking the thread; fails if something else stands in the place. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, OWNERS);
  for (const parent of parentsOfNew(folder, first)) await syncFolder(parent);
}

const OWNERS = { recursive: true, mode: 0o700 } as const;

/**
 * The folders that have a new name in them, the innermost first.
 * @param first the outermost folder that was made; undefined if there were all of them
 */
function parentsOfNew(folder: string, first: string | undefined): readonly string[] {
  if (first === undefined) return [];
  const parent = path.dirname(folder);
  return folder.length <= first.length ? [parent] : [parent, ...parentsOfNew(parent, first)];
}

/**
 * Syncs the folder: a new name is on the disk only when its folder is. Windows has no such call, and some
 * file systems cannot do it, such as those of shared folders; there the name is as safe as it can be.
 * @throws the file system's error
 */
export function syncFolderNow(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (!isUnsupported(error)) throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** As `syncFolderNow`, without blocking the thread. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!isUnsupported(error)) throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Whether the file system has no way to sync a folder. A disk that fails, or is full, says something else.
 */
function isUnsupported(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EINVAL' || error.code === 'ENOTSUP');
}
