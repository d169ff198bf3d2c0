/**
 * A small JSON file that belongs to this device, such as the settings. It is replaced as a whole or not at all, and
 * what cannot be read counts as not there: the file of a person who edited it by hand is set aside, never lost.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface JsonFile {
  /** What the file holds; undefined where it is not there or holds no JSON. */
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
      replaceFile(file, `${JSON.stringify(value, null, 2)}\n`);
    },
    remove: () => rmSync(file, { force: true }),
  };
}

/** Puts this text in the place of the file, durably. */
function replaceFile(file: string, text: string): void {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.new`);
  try {
    const descriptor = openSync(temporary, 'w', 0o600);
    try {
      // All of it: a single write to a disk that is nearly full writes a part and is content.
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
    syncFolder(path.dirname(file));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** A new name is on the disk only when its folder is; Windows has no such call. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
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
  } catch {
    return null;
  }
}
