/**
 * Whether something exists at a path. `existsSync` returns false for every error, even when a disk fails or
 * too many files are open, and the caller would take a database for missing.
 */
import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs';

/** @throws the file system's error, unless it says that nothing exists there */
export function isThere(place: string): boolean {
  return statOf(place) !== undefined;
}

/** @throws as `isThere` */
export function isFile(place: string): boolean {
  return statOf(place)?.isFile() === true;
}

/** @throws as `isThere` */
export function isFolder(place: string): boolean {
  return statOf(place)?.isDirectory() === true;
}

/** Whether it is a symbolic link, whatever it leads to. @throws as `isThere` */
export function isLink(place: string): boolean {
  return statOf(place, lstatSync)?.isSymbolicLink() === true;
}

/** With `throwIfNoEntry: false`, a file in the place of the folder would also count as nothing. */
function statOf(place: string, read: (place: string) => Stats = statSync): Stats | undefined {
  try {
    return read(place);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * The names in a folder; none if the folder does not exist.
 * @throws the file system's error otherwise
 */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Whether an error of the file system says that the path does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
