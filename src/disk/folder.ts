/**
 * Folders that survive a power cut. Syncing a file or a folder makes its content durable, but not its own
 * name: a name is on the disk only when the folder around it was synced.
 */
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { isNameTaken, setAsideNow } from './make-way.ts';
import { isFolder } from './there.ts';

/**
 * Durably creates a folder that only its owner may read, and sets aside anything else in its place. Does
 * nothing if the folder exists.
 * @throws the file system's error
 */
export function makeFolderNow(folder: string): void {
  if (isFolder(folder)) return;
  if (isNameTaken(folder)) setAsideNow(folder);
  const first = mkdirSync(folder, OWNERS);
  for (const parent of parentsOfNew(folder, first)) syncFolderNow(parent);
}

/** Like `makeFolderNow`, without blocking the thread; fails if something else is in the folder's place. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, OWNERS);
  for (const parent of parentsOfNew(folder, first)) await syncFolder(parent);
}

const OWNERS = { recursive: true, mode: 0o700 } as const;

/**
 * The folders that have a new name in them, the innermost first.
 * @param first the outermost folder that was created; undefined if all existed
 */
function parentsOfNew(folder: string, first: string | undefined): readonly string[] {
  if (first === undefined) return [];
  const parent = path.dirname(folder);
  return folder.length <= first.length ? [parent] : [parent, ...parentsOfNew(parent, first)];
}

/**
 * Syncs the folder, so that new names in it are on the disk. Windows has no such call, and some file systems
 * do not support it, such as those of shared folders; there the names are as safe as they can be.
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

/** Like `syncFolderNow`, without blocking the thread. */
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

/** Whether the file system cannot sync folders. A failing or full disk reports other codes. */
function isUnsupported(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EINVAL' || error.code === 'ENOTSUP');
}
