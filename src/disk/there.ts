/**
 * Whether something is there. `existsSync` answers no for every error, also where a disk fails or too many
 * files are open, and whoever believes it takes a database for a missing one.
 */
import { readdirSync, type Stats, statSync } from 'node:fs';

/** @throws the file system's error, unless it says that nothing is there */
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

/** `throwIfNoEntry: false` would also take a file in the place of the folder for nothing. */
function statOf(place: string): Stats | undefined {
  try {
    return statSync(place);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * The names in a folder; none if there is no folder.
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

/** Whether an error of the file system says that nothing is there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
