/**
 * Makes way for the app's own files and folders. A sync program, a restored copy or a person may leave a
 * folder where a file belongs, or a file where a folder belongs. Nothing of it is deleted: it gets another
 * name, `<name>.aside`.
 */
import { lstatSync, renameSync } from 'node:fs';
import { lstat } from 'node:fs/promises';

/**
 * Sets aside a folder that stands in the place of a file. A link to a folder stays: a rename replaces it as
 * it does a file.
 * @throws the file system's error
 */
export function makeWayForFileNow(file: string): void {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) setAsideNow(file);
}

/** As `makeWayForFileNow`, without blocking the thread unless there is such a folder. */
export async function makeWayForFile(file: string): Promise<void> {
  const isInTheWay = await lstat(file).then(
    (stats) => stats.isDirectory(),
    // Whatever it is, opening the file fails with it as well, unless there is nothing.
    () => false,
  );
  if (isInTheWay) setAsideNow(file);
}

/**
 * Gives what stands there another name.
 * @throws the file system's error
 */
export function setAsideNow(place: string): void {
  let name = `${place}.aside`;
  for (let number = 2; isNameTaken(name); number += 1) name = `${place}.aside-${number}`;
  renameSync(place, name);
}

/** Also by a link that leads nowhere. */
export function isNameTaken(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false }) !== undefined;
}
