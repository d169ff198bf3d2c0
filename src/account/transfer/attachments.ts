/**
 * Finds the pictures and recordings that belong to notes of a Takeout, and copies them into a folder that the
 * person chose. The archive is not trusted: only files with endings of pictures and recordings are copied,
 * their names are made safe, no more is written than the archive states, and no existing file is changed.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { systemCodeOf } from '#shared/base/error.ts';
import type { Pace } from '../sync/slices.ts';
import { baseNameOf, createFileNames } from './file-names.ts';
import type { SourceFile } from './sources/sources.ts';
import { UnreadableError } from './sources/transfer-error.ts';

/** Keep accepts pictures of 10 MB, and a recording is not much larger. */
const MOST_BYTES = 256 * 1024 * 1024;
/**
 * Pictures hardly get smaller in an archive. One whose pictures unpack to far more than its own size is
 * hostile.
 */
const MOST_OF_ARCHIVE = { factor: 4, bytes: 64 * 1024 * 1024 } as const;
/** The copies are for their owner alone, as the notes are. */
const MODE = 0o600;

export interface Attachments {
  /** The file that a note in `from` calls by this name; null if it is not among the files. */
  find(from: SourceFile, name: string): SourceFile | null;
}

export function indexAttachments(media: readonly SourceFile[]): Attachments {
  const byName = new Map<string, SourceFile[]>();
  for (const file of media) {
    // Takeout may give a file another ending than the note says.
    for (const key of new Set([keyOf(file.name), stemOf(file.name)])) {
      const sameKeyFiles = byName.get(key);
      if (sameKeyFiles === undefined) byName.set(key, [file]);
      else sameKeyFiles.push(file);
    }
  }
  return {
    find(from, name) {
      const candidates = byName.get(keyOf(name)) ?? byName.get(stemOf(name)) ?? [];
      const folder = lastOf(from.folder);
      return (
        candidates.find((file) => file.folder === from.folder) ??
        // Another part of the archive may hold it, in a folder of the same name.
        candidates.find((file) => lastOf(file.folder) === folder) ??
        null
      );
    },
  };
}

/** The last folder of a path, within an archive or on this system. */
function lastOf(folder: string): string | undefined {
  return folder.split(/[\\/]/).at(-1);
}

function keyOf(name: string): string {
  return path.basename(name).normalize('NFC').toLowerCase();
}

function stemOf(name: string): string {
  const key = keyOf(name);
  return `${key.slice(0, key.length - path.extname(key).length)}.`;
}

export interface CopierPorts {
  /** Path of the folder that gets the copies. */
  readonly folder: string;
  readonly pace: Pace;
  /** Called with the size of each chunk that is written. */
  readonly onBytes: (bytes: number) => void;
}

export interface Copy {
  readonly name: string;
  /** False if a file with the same content was there before. */
  readonly isNew: boolean;
}

export interface Copier {
  /**
   * Copies a file; the same file is copied only once.
   * @throws UnreadableError, the file system's error, and what the pace throws; nothing of the copy is left
   *   then
   */
  copy(file: SourceFile): Promise<Copy>;
}

export function createCopier({ folder, pace, onBytes }: CopierPorts): Copier {
  const done = new Map<SourceFile, Copy>();
  /** Bytes that the pictures of each archive may still take. */
  const remainingBytes = new Map<object, number>();

  function reserve({ archive }: SourceFile, bytes: number): void {
    if (archive === null) return;
    const before =
      remainingBytes.get(archive) ?? MOST_OF_ARCHIVE.factor * archive.bytes + MOST_OF_ARCHIVE.bytes;
    remainingBytes.set(archive, before - bytes);
    if (before < bytes)
      throw new UnreadableError(
        'The pictures before it in its archive already take up all the room for pictures.',
      );
  }

  async function write(file: SourceFile, name: string): Promise<void> {
    const target = path.join(folder, name);
    const handle = await open(target, 'wx', MODE);
    try {
      for await (const chunk of limited(file)) {
        reserve(file, chunk.byteLength);
        await handle.writeFile(chunk);
        onBytes(chunk.byteLength);
        await pace();
      }
      await handle.close();
    } catch (error) {
      await handle.close();
      await rm(target, { force: true });
      throw error;
    }
  }

  async function copyAs(file: SourceFile, nextName: () => string): Promise<Copy> {
    const name = nextName();
    try {
      await write(file, name);
      return { name, isNew: true };
    } catch (error) {
      if (systemCodeOf(error) !== 'EEXIST') throw error;
      // An earlier import may have written it, or this one from another archive.
      const isThere = await hasContent(path.join(folder, name), file);
      await pace();
      return isThere ? { name, isNew: false } : copyAs(file, nextName);
    }
  }

  return {
    async copy(file) {
      const earlier = done.get(file);
      if (earlier !== undefined) return earlier;
      const copy = await copyAs(file, createNames(file));
      done.set(file, copy);
      return copy;
    },
  };
}

/** The names that a file may have in the folder, the best one first. */
function createNames(file: SourceFile): () => string {
  const names = createFileNames(path.extname(file.name).toLowerCase());
  const base = baseNameOf(path.basename(file.name, path.extname(file.name)), '');
  return () => names.claim(base);
}

async function* limited(file: SourceFile): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of file.read()) {
    bytes += chunk.byteLength;
    if (bytes > Math.min(file.bytes, MOST_BYTES))
      throw new UnreadableError('Larger than its archive says, or than any picture.');
    yield chunk;
  }
}

async function hasContent(target: string, file: SourceFile): Promise<boolean> {
  const targetStats = await stat(target);
  if (!targetStats.isFile() || targetStats.size !== file.bytes) return false;
  return (await hashOf(createReadStream(target))) === (await hashOf(limited(file)));
}

async function hashOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}
