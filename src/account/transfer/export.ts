/**
 * Writes all notes into a new folder of their own:
 *
 *   Inkling notes 2026-01-02/
 *     notes.json         every note whole; the form is described in `own-format.ts`
 *     Notes/  Archive/  Trash/     a Markdown file of each note
 *
 * `notes.json` gets its name only once everything is written, so that a folder with this file is a whole export. If
 * anything goes wrong, nothing is left.
 */
import { type FileHandle, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemCodeOf } from '#shared/error.ts';
import type { ListName } from '#shared/note.ts';
import type { ExportResult, TransferProgress } from '#shared/transfer.ts';
import type { AllNotes } from '../tables/all-notes.ts';
import type { Pace } from '../sync/slices.ts';
import { baseNameOf, createFileNames, type FileNames } from './file-names.ts';
import { type ExportedNote, FORMAT, toExported, VERSION } from './own-format.ts';
import { toMarkdown } from './own-markdown.ts';
import { toTimestamp } from '#shared/times.ts';
import { toExportError } from './transfer-error.ts';

export interface ExportPorts {
  readonly notes: Pick<AllNotes, 'count' | 'next'>;
  /** Path of the folder in which the new one is created. */
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
const MOST_FOLDERS = 1_000;
/** Files that are written at the same time. */
const MOST_WRITES = 16;
/** UTF-16 units of `notes.json` that are written at once. */
const BLOCK_UNITS = 128 * 1024;

/**
 * Notes that are added or changed during the export are exported as they are when their turn comes.
 * @throws AppError `store-full`, `store-failed`; what the pace throws
 */
export async function exportNotes(ports: ExportPorts): Promise<ExportResult> {
  let folder: string | null = null;
  try {
    folder = await makeFolder(ports.folder, ports.now());
    return { notes: await writeAll(folder, ports), folder };
  } catch (error) {
    // If the disk was pulled out, the removal fails, too. The person is told of the first error only.
    if (folder !== null)
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    throw toExportError(error);
  }
}

async function makeFolder(parent: string, now: number): Promise<string> {
  const name = `Inkling notes ${localDate(now)}`;
  for (let number = 1; ; number += 1) {
    const folder = path.join(parent, number === 1 ? name : `${name} (${number})`);
    try {
      await mkdir(folder);
      return folder;
    } catch (error) {
      if (!isTaken(error) || number === MOST_FOLDERS) throw error;
    }
  }
}

/** The day as the person's own clock shows it. */
function localDate(time: number): string {
  const date = new Date(time);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

async function writeAll(folder: string, ports: ExportPorts): Promise<number> {
  const json = path.join(folder, 'notes.json');
  const file = await open(`${json}.part`, 'wx');
  const markdown = createMarkdownFiles(folder);
  let done: number;
  try {
    for (const name of Object.values(FOLDERS)) await mkdir(path.join(folder, name));
    done = await writeNotes(file, markdown, ports);
    await file.sync();
  } finally {
    // No write may be running any more when the folder is removed.
    await markdown.waitForWrites();
    await file.close();
  }
  await rename(`${json}.part`, json);
  return done;
}

async function writeNotes(file: FileHandle, markdown: MarkdownFiles, ports: ExportPorts): Promise<number> {
  const { notes, now, pace, onProgress } = ports;
  const total = notes.count();
  const lines = createLines(file);
  let done = 0;
  await lines.write(`{\n"format": "${FORMAT}",\n"version": ${VERSION},\n`);
  await lines.write(`"exportedAt": "${toTimestamp(now() * 1000)}",\n"notes": [`);
  for await (const note of everyNote(notes, pace)) {
    await lines.write(`${done === 0 ? '' : ','}\n${JSON.stringify(note)}`);
    await markdown.write(note);
    done += 1;
    if (done % MOST_WRITES === 0) onProgress?.({ kind: 'export', done, total: Math.max(done, total) });
  }
  await lines.write('\n]\n}\n');
  await lines.end();
  await markdown.end();
  onProgress?.({ kind: 'export', done, total: done });
  return done;
}

async function* everyNote(notes: ExportPorts['notes'], pace: Pace): AsyncGenerator<ExportedNote> {
  for (let record = notes.next(null); record !== null; record = notes.next(record.id)) {
    const note = toExported(record);
    if (note !== null) yield note;
    await pace();
  }
}

function createLines(file: FileHandle) {
  let waiting = '';
  async function end(): Promise<void> {
    const block = waiting;
    waiting = '';
    await file.appendFile(block);
  }
  return {
    end,
    async write(text: string): Promise<void> {
      waiting += text;
      if (waiting.length >= BLOCK_UNITS) await end();
    },
  };
}

interface MarkdownFiles {
  /** Resolves when the next note may be written; throws the error of an earlier one. */
  write(note: ExportedNote): Promise<void>;
  /** Resolves when all notes are written; throws the first error of any of them. */
  end(): Promise<void>;
  /** Resolves when no note is being written any more; never throws. */
  waitForWrites(): Promise<void>;
}

function createMarkdownFiles(folder: string): MarkdownFiles {
  const names: Record<ListName, FileNames> = {
    active: createFileNames('.md'),
    archived: createFileNames('.md'),
    trashed: createFileNames('.md'),
  };
  const failures: unknown[] = [];
  let writes: Promise<unknown>[] = [];

  async function writeOne(note: ExportedNote, base: string): Promise<void> {
    const file = path.join(folder, FOLDERS[note.list], names[note.list].claim(base));
    try {
      await writeFile(file, toMarkdown(note), { flag: 'wx' });
    } catch (error) {
      if (!isTaken(error)) throw error;
      // This file system treats two names as the same that no other does.
      await writeOne(note, base);
    }
  }

  async function waitForWrites(): Promise<void> {
    await Promise.all(writes);
    writes = [];
  }

  async function end(): Promise<void> {
    await waitForWrites();
    if (failures.length > 0) throw failures[0];
  }

  return {
    waitForWrites,
    end,
    async write(note) {
      const base = baseNameOf(note.title ?? '', note.text ?? '');
      writes.push(writeOne(note, base).catch((error: unknown) => failures.push(error)));
      if (writes.length >= MOST_WRITES) await end();
    },
  };
}

function isTaken(error: unknown): boolean {
  return systemCodeOf(error) === 'EEXIST';
}
