/**
 * Takes other users' permissions from files of a folder. The app makes each file for its owner alone, but a
 * program that restores them, or a person who copies them, may give them others.
 */
import { chmod, lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes the folder and all that is in it its owner's alone. Windows has no such permissions: there the folder
 * inherits those of the user's profile. What cannot be changed stays as it is, for example on a file system
 * without permissions.
 */
export async function closeToOthers(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  await Promise.all(['', ...names].map((name) => closeOne(path.join(folder, name)).catch(() => undefined)));
}

async function closeOne(place: string): Promise<void> {
  const stats = await lstat(place);
  const isOpen = (stats.mode & 0o077) !== 0;
  if (isOpen && (stats.isFile() || stats.isDirectory())) await chmod(place, stats.mode & 0o700);
}
