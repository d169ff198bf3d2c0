/**
 * The JSON files behind the paths that a person chose: a file itself, those of a zip archive, those of a folder with
 * all that is in it. All are found before the first is read, so that the progress has a total.
 */
import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Pace } from '../sync/slices.ts';
import { isSystemError, reasonOf, UnreadableError } from './transfer-error.ts';
import { openZip, type ZipArchive } from './zip.ts';

export interface SourceFile {
  /** For a person: its path from the chosen one on. */
  readonly name: string;
  /** The folder that it is in, the same for files of the same one. */
  readonly folder: string;
  /** Which of the chosen paths it belongs to. */
  readonly chosen: string;
  /** Whether it is that path itself. */
  readonly isChosen: boolean;
  read(): AsyncIterable<Uint8Array>;
}

export interface BrokenFile {
  readonly file: string;
  readonly reason: string;
}

export interface Sources {
  readonly files: readonly SourceFile[];
  readonly broken: readonly BrokenFile[];
  close(): void;
}

export async function findSources(chosen: readonly string[], pace: Pace): Promise<Sources> {
  const files: SourceFile[] = [];
  const broken: BrokenFile[] = [];
  const archives: ZipArchive[] = [];

  /** @param name what the person sees */
  async function addFile(file: string, name: string, root: string): Promise<void> {
    if (!(await isZip(file))) {
      const isChosen = file === root;
      files.push({
        name,
        folder: path.dirname(name),
        chosen: root,
        isChosen,
        read: () => createReadStream(file),
      });
      return;
    }
    const archive = await openZip(file);
    archives.push(archive);
    for await (const inner of archive.files()) {
      const whole = `${name}/${inner.name}`;
      files.push({
        name: whole,
        folder: path.posix.dirname(whole),
        chosen: root,
        isChosen: false,
        read: () => inner.read(),
      });
      await pace();
    }
  }

  async function addFolder(folder: string, name: string, root: string): Promise<void> {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      // A link may lead anywhere, also back.
      const isWanted = entry.isDirectory() || (entry.isFile() && /\.(?:json|zip)$/i.test(entry.name));
      if (isWanted) await add(path.join(folder, entry.name), path.join(name, entry.name), root);
      await pace();
    }
  }

  async function add(file: string, name: string, root: string): Promise<void> {
    try {
      if ((await stat(file)).isDirectory()) await addFolder(file, name, root);
      else await addFile(file, name, root);
    } catch (error) {
      if (!(error instanceof UnreadableError) && !isSystemError(error)) throw error;
      broken.push({ file: name, reason: reasonOf(error) });
    }
  }

  function close(): void {
    for (const archive of archives) archive.close();
  }

  try {
    for (const one of chosen) await add(one, path.basename(one), one);
  } catch (error) {
    close();
    throw error;
  }
  return { files, broken, close };
}

/** First bytes of a zip archive, of an empty one, and of a part of one. */
const ZIP = new Set(['PK\u0003\u0004', 'PK\u0005\u0006', 'PK\u0007\u0008']);

async function isZip(file: string): Promise<boolean> {
  if (/\.zip$/i.test(file)) return true;
  if (/\.(?:tgz|gz)$/i.test(file)) {
    throw new UnreadableError(
      'Inkling does not read archives of this kind. Unpack it and import the folder.',
    );
  }
  const start = Buffer.alloc(4);
  const handle = await open(file, 'r');
  try {
    await handle.read(start, 0, start.length, 0);
  } finally {
    await handle.close();
  }
  return ZIP.has(start.toString('latin1'));
}
