/**
 * Finds the files behind the paths that a person chose: a file itself, the files of a zip archive, or those of a folder
 * with everything in it. All are found before the first is read, so that the progress has a total.
 */
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Pace } from '../sync/slices.ts';
import { archiveOf, missingParts } from './archives.ts';
import { isSystemError, reasonOf, UnreadableError } from './transfer-error.ts';
import { openZip, type ZipArchive } from './zip.ts';

export interface SourceFile {
  /** Its path from the chosen one on, to be shown to a person. */
  readonly name: string;
  /** The folder that it is in; equal for files in the same folder. */
  readonly folder: string;
  /** Which of the chosen paths it belongs to. */
  readonly chosen: string;
  /** Whether it is the chosen path itself. */
  readonly isChosen: boolean;
  /** Its size; in an archive, as the archive claims. */
  readonly bytes: number;
  /** When it was last changed, in milliseconds since the epoch; null if nobody knows. */
  readonly changed: number | null;
  read(): AsyncIterable<Uint8Array>;
}

export interface BrokenFile {
  readonly file: string;
  readonly reason: string;
}

export interface Sources {
  /** JSON files, and chosen files with an unknown ending. */
  readonly json: readonly SourceFile[];
  /** Markdown and plain text. */
  readonly texts: readonly SourceFile[];
  /** Pictures and recordings. */
  readonly media: readonly SourceFile[];
  readonly broken: readonly BrokenFile[];
  close(): void;
}

const MOST_CHUNK_BYTES = 64 * 1024;

type Kind = 'json' | 'texts' | 'media';
const ENDINGS: readonly (readonly [Kind, RegExp])[] = [
  ['json', /\.json$/i],
  ['texts', /\.(?:md|markdown|txt)$/i],
  [
    'media',
    /\.(?:jpe?g|png|gif|webp|heic|heif|bmp|tiff?|3gpp?|amr|m4a|mp3|aac|og[ag]|opus|wav|mp4|mov|webm)$/i,
  ],
];

function kindOf(name: string): Kind | null {
  return ENDINGS.find(([, ending]) => ending.test(name))?.[0] ?? null;
}

/** A program's own files below a chosen path: settings of editors, their trash, and what macOS adds to archives. */
function isHidden(name: string): boolean {
  const below = name.split(/[\\/]/).slice(1);
  return below.some((part) => /^\.[^./\\]/.test(part) || part === '__MACOSX');
}

export async function findSources(chosen: readonly string[], pace: Pace): Promise<Sources> {
  const files: Readonly<Record<Kind, SourceFile[]>> = { json: [], texts: [], media: [] };
  const broken: BrokenFile[] = [];
  const archives: ZipArchive[] = [];
  const archiveNames: string[] = [];

  function addAs(kind: Kind | null, file: SourceFile): void {
    if (kind === null || (kind !== 'json' && !file.isChosen && isHidden(file.name))) return;
    files[kind].push(file);
  }

  async function addFile(file: string, name: string, root: string): Promise<void> {
    const isChosen = file === root;
    if ((await archiveOf(file)) !== 'zip') {
      const { size, mtimeMs } = await stat(file);
      // A small file needs no more memory than its size.
      const read = () => createReadStream(file, { highWaterMark: Math.min(size + 1, MOST_CHUNK_BYTES) });
      const folder = path.dirname(name);
      const kind = kindOf(file) ?? 'json';
      addAs(kind, { name, folder, chosen: root, isChosen, bytes: size, changed: mtimeMs, read });
      return;
    }
    const archive = await openZip(file);
    archives.push(archive);
    archiveNames.push(name);
    for await (const inner of archive.files()) {
      const whole = `${name}/${inner.name}`;
      const { bytes, changed } = inner;
      const read = () => inner.read();
      const folder = path.posix.dirname(whole);
      addAs(kindOf(inner.name), { name: whole, folder, chosen: root, isChosen: false, bytes, changed, read });
      await pace();
    }
  }

  async function addFolder(folder: string, name: string, root: string): Promise<void> {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      // Links may lead anywhere, even back: they are left out. Other archives are reported if they may hold notes.
      const isFile =
        kindOf(entry.name) !== null || /\.zip$|^takeout-.*\.(?:tgz|tar|gz|7z|rar)$/i.test(entry.name);
      const isWanted = entry.isDirectory() || (entry.isFile() && isFile);
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
  const missing = missingParts(archiveNames).map((file) => ({
    file,
    reason: 'This part of the archive was not there. Notes and pictures that only it holds did not come.',
  }));
  return { ...files, broken: [...broken, ...missing], close };
}
