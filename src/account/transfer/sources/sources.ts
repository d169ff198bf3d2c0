/**
 * Finds the files behind the paths that a person chose: a file itself, the files of a zip archive, or those
 * of a folder with everything in it. All are found before the first is read, so that the progress has a
 * total. Nothing that is met is left out here without a word: what cannot be opened has its outcome at once.
 */
import { constants } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Pace } from '../../sync/slices.ts';
import { isZip, missingParts } from './archives.ts';
import { type FileType, isPackedDocument, typeOf } from './file-types.ts';
import { createBudget, readBytes } from './read-bytes.ts';
import { type Failed, failed, type LeftOut, leftOut } from './outcome.ts';
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
  readonly type: FileType;
  /** Its size; in an archive, as the archive claims. */
  readonly bytes: number;
  /** When it was last changed, in milliseconds since the epoch; null if nobody knows. */
  readonly changed: number | null;
  /** The archive that it is in; null for a file of the disk. */
  readonly archive: { readonly bytes: number } | null;
  read(): AsyncIterable<Uint8Array>;
}

/** What was met and cannot be read: a link, a folder without permission, a damaged archive. */
export interface UnopenedFile {
  readonly name: string;
  readonly outcome: LeftOut | Failed;
}

export interface Sources {
  readonly files: readonly SourceFile[];
  readonly unopened: readonly UnopenedFile[];
  /** Names of the missing parts of an archive. */
  readonly missing: readonly string[];
  /** What was guessed of archives, a sentence each. */
  readonly remarks: readonly { readonly name: string; readonly remark: string }[];
  close(): void;
}

const MOST_CHUNK_BYTES = 64 * 1024;
/** Another program may put a pipe in the place of a file that was found. Windows has no such flag. */
const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;
/** As much as shows what kind of file it is. */
export const BEGINNING_BYTES = 64 * 1024;
/** A larger archive within an archive is not unpacked into the memory. */
const MOST_NESTED_BYTES = 64 * 1024 * 1024;
const MOST_NESTED = 2;
/** Of all archives. Each takes up to two kilobytes of memory while the import runs. */
const MOST_ARCHIVED_FILES = 500_000;
/** Bytes of all archives within archives, which stay in memory while the import runs. */
const MOST_ALL_NESTED_BYTES = 256 * 1024 * 1024;

const LINK = leftOut('A link. Choose the file that it points to.');
const NO_FILE = leftOut('Not a file.');
const EMPTY = leftOut('Empty.');
const NESTED = leftOut(
  'A large archive within an archive, or one of many. Unpack it and choose it separately.',
);

const TOO_MANY = failed('More files than an import takes. Unpack it and choose some of them.');

export async function findSources(chosen: readonly string[], pace: Pace): Promise<Sources> {
  const filesBudget = createBudget(MOST_ARCHIVED_FILES);
  const nestedBudget = createBudget(MOST_ALL_NESTED_BYTES);
  const files: SourceFile[] = [];
  const unopened: UnopenedFile[] = [];
  const archives: ZipArchive[] = [];
  const archiveNames: string[] = [];
  const remarks: { name: string; remark: string }[] = [];

  async function addFile(file: string, name: string, root: string): Promise<void> {
    const isChosen = file === root;
    const type = typeOf(name);
    const { size, mtimeMs } = await stat(file);
    const mayBeArchive = type === 'archive' || type === 'other' || isChosen;
    if (mayBeArchive && !isPackedDocument(name) && isZip(file, await beginningOf(file)))
      return addArchive(await openZip(file), name, root, { bytes: size }, 0);
    async function* read(): AsyncGenerator<Uint8Array> {
      const handle = await open(file, WITHOUT_WAITING);
      // A small file needs no more memory than its size.
      yield* handle.createReadStream({ highWaterMark: Math.min(size + 1, MOST_CHUNK_BYTES) });
    }
    const folder = path.dirname(name);
    files.push({
      name,
      folder,
      chosen: root,
      isChosen,
      type,
      bytes: size,
      changed: mtimeMs,
      archive: null,
      read,
    });
  }

  async function addArchive(
    archive: ZipArchive,
    name: string,
    root: string,
    whole: { readonly bytes: number },
    depth: number,
  ): Promise<void> {
    archives.push(archive);
    archiveNames.push(name);
    if (!filesBudget.take(archive.count)) {
      unopened.push({ name, outcome: TOO_MANY });
      return;
    }
    let count = 0;
    const onGuess = (encoding: string) =>
      remarks.push({ name, remark: `The names in it were read as ${encoding}.` });
    for await (const inner of archive.files(pace, onGuess)) {
      count += 1;
      const { bytes, changed, isOverlapping } = inner;
      const innerName = `${name}/${inner.name}`;
      const type = typeOf(inner.name);
      const read = () => inner.read();
      const folder = path.posix.dirname(innerName);
      const file = {
        name: innerName,
        folder,
        chosen: root,
        isChosen: false,
        type,
        bytes,
        changed,
        archive: whole,
        read,
      };
      if (isOverlapping)
        unopened.push({ name: innerName, outcome: failed('Overlaps with another file of its archive.') });
      else if (type === 'archive') await attempt(innerName, () => addNested(file, root, whole, depth + 1));
      else files.push(file);
      await pace();
    }
    if (count === 0) unopened.push({ name, outcome: EMPTY });
  }

  async function addNested(
    file: SourceFile,
    root: string,
    whole: { readonly bytes: number },
    depth: number,
  ): Promise<void> {
    if (file.bytes > MOST_NESTED_BYTES || depth > MOST_NESTED) {
      unopened.push({ name: file.name, outcome: NESTED });
      return;
    }
    const bytes = await readBytes(file.read(), pace, MOST_NESTED_BYTES);
    const beginning = Buffer.from(bytes.subarray(0, BEGINNING_BYTES)).toString('latin1');
    if (!isZip(file.name, beginning)) files.push(file);
    else if (!nestedBudget.take(bytes.length)) unopened.push({ name: file.name, outcome: NESTED });
    else await addArchive(await openZip(Buffer.from(bytes)), file.name, root, whole, depth);
  }

  async function addFolder(folder: string, name: string, root: string): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true });
    for (const entry of entries) {
      const inner = path.join(name, entry.name);
      if (entry.isDirectory() || entry.isFile()) await add(path.join(folder, entry.name), inner, root);
      // A link may lead anywhere, even back.
      else unopened.push({ name: inner, outcome: entry.isSymbolicLink() ? LINK : NO_FILE });
      await pace();
    }
    if (entries.length === 0 && folder === root) unopened.push({ name, outcome: EMPTY });
  }

  async function attempt(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof UnreadableError) && !isSystemError(error)) throw error;
      unopened.push({ name, outcome: failed(reasonOf(error)) });
    }
  }

  function add(file: string, name: string, root: string): Promise<void> {
    return attempt(name, async () => {
      const stats = await stat(file);
      if (stats.isDirectory()) await addFolder(file, name, root);
      else if (stats.isFile()) await addFile(file, name, root);
      // Reading a pipe or a device may never end.
      else unopened.push({ name, outcome: NO_FILE });
    });
  }

  function close(): void {
    for (const archive of archives) archive.close();
  }

  try {
    for (const one of new Set(chosen)) await add(one, path.basename(one), one);
  } catch (error) {
    close();
    throw error;
  }
  return { files, unopened, missing: missingParts(archiveNames), remarks, close };
}

async function beginningOf(file: string): Promise<string> {
  const bytes = Buffer.alloc(512);
  const handle = await open(file, WITHOUT_WAITING);
  try {
    const { bytesRead } = await handle.read(bytes, 0, bytes.length);
    return bytes.subarray(0, bytesRead).toString('latin1');
  } finally {
    await handle.close();
  }
}
