/**
 * Writes all notes into a new archive:
 *
 *   Inkling notes 2026-01-02.zip
 *     Notes/  Archive/  Trash/     a Markdown file of each note, which holds the whole note (`own-markdown.ts`)
 *
 * The list of an archive's files comes last, so that one that was cut off is never taken for a whole one. If
 * anything goes wrong, nothing is left.
 */
import { once } from 'node:events';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { systemCodeOf } from '#shared/base/error.ts';
import type { ListName } from '#shared/note/note.ts';
import type { ExportResult, TransferProgress } from '#shared/ipc/transfer.ts';
import type { AllNotes } from '../tables/all-notes.ts';
import type { Pace } from '../sync/slices.ts';
import { baseNameOf, createFileNames } from './file-names.ts';
import { type ExportedNote, toExported } from './notes/own-format.ts';
import { toMarkdown } from './notes/own-markdown.ts';
import { toExportError } from './sources/transfer-error.ts';

export interface ExportPorts {
  readonly notes: Pick<AllNotes, 'count' | 'next'>;
  /** Path of the folder in which the archive is created. */
  readonly folder: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly pace: Pace;
  readonly onProgress?: (progress: TransferProgress) => void;
}

const FOLDERS = { active: 'Notes', archived: 'Archive', trashed: 'Trash' } as const satisfies Record<
  ListName,
  string
>;
/** Maximum number of exports of one day in one folder. */
const MOST_ARCHIVES = 1_000;
/** Notes between two reports of the progress. */
const REPORT_EVERY = 16;
/** The archive and its files are for their owner alone. */
const MODE = 0o600;
const REGULAR_FILE = 0o100_000;

/**
 * Notes that are added or changed during the export are exported as they are when their turn comes.
 * @throws AppError `store-full`, `store-failed`; what the pace throws
 */
export async function exportNotes(ports: ExportPorts): Promise<ExportResult> {
  let file: string | null = null;
  try {
    const created = await createArchive(ports.folder, ports.now());
    file = created.file;
    return { notes: await writeArchive(created.handle, ports), file };
  } catch (error) {
    // If the disk was pulled out, the removal fails, too. The person is told of the first error only.
    if (file !== null) await rm(file, { force: true, maxRetries: 3 }).catch(() => undefined);
    throw toExportError(error);
  }
}

async function createArchive(folder: string, now: number): Promise<{ file: string; handle: FileHandle }> {
  const name = `Inkling notes ${localDate(now)}`;
  for (let number = 1; ; number += 1) {
    const file = path.join(folder, `${number === 1 ? name : `${name} (${number})`}.zip`);
    try {
      return { file, handle: await open(file, 'wx', MODE) };
    } catch (error) {
      if (systemCodeOf(error) !== 'EEXIST' || number === MOST_ARCHIVES) throw error;
    }
  }
}

/** The day as the person's own clock shows it. */
function localDate(time: number): string {
  const date = new Date(time);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** Closes the file in any case. */
async function writeArchive(handle: FileHandle, ports: ExportPorts): Promise<number> {
  const zip = new ZipFile();
  const output = zip.outputStream;
  if (!(output instanceof PassThrough)) throw new Error('The archive has to say when it is full');
  const ending = new AbortController();
  const written = pipeline(output, handle.createWriteStream({ flush: true }), { signal: ending.signal });
  // An error of the disk ends the waiting for room, too.
  const failed = new AbortController();
  written.catch((error: unknown) => failed.abort(error));
  try {
    const notes = await addNotes(zip, ports, async () => {
      failed.signal.throwIfAborted();
      if (output.writableNeedDrain) await once(output, 'drain', { signal: failed.signal });
    });
    zip.end();
    await written;
    ports.onProgress?.({ kind: 'export', done: notes, total: notes });
    return notes;
  } catch (error) {
    // Of an error of the disk, the waiting only knows that it was ended.
    const cause = failed.signal.aborted ? failed.signal.reason : error;
    ending.abort();
    await written.catch(() => undefined);
    throw cause;
  }
}

/**
 * @param waitForRoom resolves when the disk has taken nearly all of what was added, so that little waits in
 * memory
 */
async function addNotes(
  zip: ZipFile,
  { notes, now, pace, onProgress }: ExportPorts,
  waitForRoom: () => Promise<void>,
): Promise<number> {
  const total = notes.count();
  const mtime = new Date(now());
  const names = {
    active: createFileNames('.md'),
    archived: createFileNames('.md'),
    trashed: createFileNames('.md'),
  };
  let done = 0;
  for await (const note of everyNote(notes, pace)) {
    const name = names[note.list].claim(baseNameOf(note.title ?? '', note.text ?? ''));
    // Notes are short, and the archive writes what is not compressed at once.
    const options = { mtime, mode: REGULAR_FILE | MODE, compress: false };
    zip.addBuffer(Buffer.from(toMarkdown(note)), `${FOLDERS[note.list]}/${name}`, options);
    await waitForRoom();
    done += 1;
    if (done % REPORT_EVERY === 0) onProgress?.({ kind: 'export', done, total: Math.max(done, total) });
  }
  return done;
}

async function* everyNote(notes: ExportPorts['notes'], pace: Pace): AsyncGenerator<ExportedNote> {
  for (let record = notes.next(null); record !== null; record = notes.next(record.id)) {
    const note = toExported(record);
    if (note !== null) yield note;
    await pace();
  }
}
