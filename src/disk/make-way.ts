/**
 * Clears the places of the app's own files and folders. A sync program, a restored copy or the user
 * may leave a folder where a file belongs, or a file where a folder belongs. It is not deleted, but
 * renamed to `<name>.aside`.
 */
import { lstatSync, renameSync } from 'node:fs';
import { lstat } from 'node:fs/promises';

/**
 * Sets aside a folder in the place of a file. A link to a folder stays: a rename replaces it like a file.
 * @throws the file system's error
 */
export function makeWayForFileNow(file: string): void {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) setAsideNow(file);
}

/** Like `makeWayForFileNow`, without blocking the thread unless there is such a folder. */
export async function makeWayForFile(file: string): Promise<void> {
  const isInTheWay = await lstat(file).then(
    (stats) => stats.isDirectory(),
    // The file is missing, or opening it will fail with the same error.
    () => false,
  );
  if (isInTheWay) setAsideNow(file);
}

/**
 * Renames whatever is in this place.
 * @throws the file system's error
 */
export function setAsideNow(place: string): void {
  let name = `${place}.aside`;
  for (let number = 2; isNameTaken(name); number += 1) name = `${place}.aside-${number}`;
  renameSync(place, name);
}

/**
 * Renames a file or folder to a name that should be free. A program that copies files and never deletes any
 * may have brought back another one with this name, which is set aside.
 * @throws the file system's error
 */
export function renameToFreeNow(from: string, to: string): void {
  if (from !== to && isNameTaken(to)) setAsideNow(to);
  renameSync(from, to);
}

/** Also true for a dangling link. */
export function isNameTaken(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false }) !== undefined;
}
