/**
 * Revokes other users' permissions on the files of a folder. The app creates each file for its owner only,
 * but a program that restores files, or a user who copies them, may add permissions.
 */
import { chmod, lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes the folder and its content accessible to their owner only. Windows has no such permissions: there
 * the folder inherits those of the user's profile. Permissions that cannot be changed stay, for example on a
 * file system without any.
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
