/**
 * A small JSON file that belongs to this device, such as the settings. It is replaced as a whole or not at
 * all. A file that is not JSON counts as missing. It is set aside rather than lost, because the user may have
 * broken it by editing.
 */
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { systemCodeOf } from '#shared/base/error.ts';
import { replaceFileNow } from '#disk/durable-file.ts';

export interface JsonFile {
  /**
   * The content of the file; undefined if it is missing or not JSON.
   * @throws the file system's error, for example if another program holds the file for a moment
   */
  read(): unknown;
  /** @throws the file system's error; the earlier content stays */
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
    // The file stays in place until the next write, and still counts as missing.
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
