/**
 * A small JSON file that belongs to this device, such as the settings. It is replaced as a whole or not at all, and
 * what is no JSON counts as not there: the file of a person who edited it by hand is set aside, never lost.
 */
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { systemCodeOf } from '#shared/error.ts';
import { replaceFileNow } from '#disk/durable-file.ts';

export interface JsonFile {
  /**
   * What the file holds; undefined where it is not there or holds no JSON.
   * @throws the file system's error, such as that of a file which another program holds for a moment
   */
  read(): unknown;
  /** @throws the file system's error; what stood there before stays */
  write(value: unknown): void;
  remove(): void;
}

export function createJsonFile(file: string): JsonFile {
  return {
    read() {
      const text = readText(file);
      if (text === null) return undefined;
      try {
        const value: unknown = JSON.parse(text);
        return value;
      } catch {
        setAside(file);
        return undefined;
      }
    },
    write(value) {
      replaceFileNow(file, `${JSON.stringify(value, null, 2)}\n`);
    },
    remove: () => rmSync(file, { force: true }),
  };
}

function setAside(file: string): void {
  try {
    renameSync(file, `${file}.unreadable`);
  } catch {
    // It stays where it is until the next write, and counts as not there all the same.
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
