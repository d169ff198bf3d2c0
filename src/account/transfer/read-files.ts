/**
 * Reads the files of an import and finds out what is in each, by asking the programs (`programs/`) in turn.
 */
import type { Uid } from '#shared/note/note.ts';
import { otherArchive } from './sources/archives.ts';
import { isHidden, unknownKind } from './sources/file-types.ts';
import type { ImportProgress } from './import-progress.ts';
import { createPrograms } from './programs/index.ts';
import type { Program, ReadFile } from './programs/program.ts';
import { type Budget, TooLargeError } from './sources/read-bytes.ts';
import { readJson } from './sources/read-json.ts';
import { decodeText, readText } from './sources/read-text.ts';
import { isFileOfExport } from './notes/markdown-note.ts';
import type { MetFile, Reading } from './notes/reading.ts';
import { expected, failed, type LeftOut, leftOut } from './sources/outcome.ts';
import { BEGINNING_BYTES, type SourceFile } from './sources/sources.ts';
import { isAppleDouble, mayBeAppleDouble } from './sources/system-files.ts';
import { isSystemError, reasonOf, UnreadableError } from './sources/transfer-error.ts';
import type { Pace } from '../sync/slices.ts';

export interface ReadFilesPorts {
  readonly uid: Uid;
  /** For the files that become notes. */
  readonly budget: Budget;
  readonly pace: Pace;
  readonly progress: ImportProgress;
  /** Called with what was guessed of a file, as a sentence. */
  readonly onRemark: (file: SourceFile, remark: string) => void;
}

export interface ReadFiles {
  readonly met: readonly MetFile[];
  /** Why a file that no note needs is not missed; null if nobody knows. */
  explain(file: SourceFile): LeftOut | null;
}

/**
 * UTF-16 units of a text: as many as a note may have bytes, and its front matter. A file of an export may be
 * longer, because its title is escaped.
 */
const MOST_TEXT = 1_500_000;

const SYSTEM_FILE = expected('System files were skipped.');
const HIDDEN = leftOut('A hidden file. Programs keep settings and removed files in them.');
const HIDDEN_SETTINGS = expected('Hidden program settings were skipped.');
const OTHER_JSON = leftOut('JSON of another program.');

const TOO_MANY = failed('Too many notes for one import. Choose this file separately.');

/**
 * Files with JSON come first, then those of outer folders and pages, because programs tell by them what the
 * others are. Among them come first those whose folder a program is known by.
 */
export async function readFiles(files: readonly SourceFile[], ports: ReadFilesPorts): Promise<ReadFiles> {
  const programs = createPrograms(ports.uid);
  const met: MetFile[] = [];
  const likeliness = (file: SourceFile): number =>
    Number(programs.some((program) => program.isLikely?.(file) === true));
  const data = files.filter(({ type }) => type === 'json').toSorted((a, b) => likeliness(b) - likeliness(a));
  const words = files.filter(
    ({ type }) => type === 'text' || type === 'html' || type === 'other' || type === 'archive',
  );
  const unread = files.filter(({ type }) => type === 'media' || type === 'system');
  words.sort(
    (a, b) =>
      likeliness(b) - likeliness(a) ||
      depthOf(a) - depthOf(b) ||
      Number(b.type === 'html') - Number(a.type === 'html'),
  );
  for (const file of [...data, ...words]) met.push({ file, reading: await readingOf(file, programs, ports) });
  for (const file of unread) {
    const isPicture = file.type === 'media' && (file.isChosen || !isHidden(file.name));
    met.push({
      file,
      reading: isPicture ? { kind: 'attachment' } : file.type === 'media' ? HIDDEN : SYSTEM_FILE,
    });
    ports.progress.endFile(file);
  }
  const explain = (file: SourceFile): LeftOut | null => {
    for (const program of programs) {
      const reason = program.explain?.(file) ?? null;
      if (reason !== null) return reason;
    }
    return null;
  };
  const explained = ({ file, reading }: MetFile): MetFile => ({
    file,
    reading: isUnread(reading) ? (explain(file) ?? reading) : reading,
  });
  return { met: met.map(explained), explain };
}

function depthOf({ name }: SourceFile): number {
  return name.split(/[\\/]/).length;
}

function isUnread(reading: Reading): boolean {
  return reading.kind === 'failed' || (reading.kind === 'left out' && !reading.isExpected);
}

async function readingOf(
  file: SourceFile,
  programs: readonly Program[],
  ports: ReadFilesPorts,
): Promise<Reading> {
  const isOfProgram = !file.isChosen && isHidden(file.name);
  try {
    // Takeout names a note's files after the note, whose title may begin with a dot.
    const mayBeOfKeep = file.type === 'json' || file.type === 'html';
    const hidden = file.type === 'other' ? HIDDEN_SETTINGS : HIDDEN;
    if (isOfProgram && !mayBeOfKeep && !mayBeAppleDouble(file.name)) return hidden;
    const read = await contentOf(file, ports);
    if (read === 'system file') return SYSTEM_FILE;
    const reading = withinBudget(await askPrograms(read, programs, ports.pace), read, ports.budget);
    if (isOfProgram && mayBeOfKeep && reading?.kind === 'notes') return reading;
    // JSON of other programs has no words that a person wrote.
    if (isOfProgram) return file.type === 'json' ? HIDDEN_SETTINGS : HIDDEN;
    return reading ?? unknownFile(read);
  } catch (error) {
    if (isOfProgram) return HIDDEN;
    if (!(error instanceof UnreadableError) && !isSystemError(error)) throw error;
    const backup = error instanceof TooLargeError ? await backupOf(file, programs, ports) : null;
    return backup ?? failed(reasonOf(error));
  } finally {
    ports.progress.endFile(file);
  }
}

/** The reading, or a refusal if it is a note for which there is no memory left. */
function withinBudget(reading: Reading | null, read: ReadFile, budget: Budget): Reading | null {
  if (reading?.kind !== 'notes') return reading;
  const units = read.type === 'json' ? read.units : read.type === 'other' ? 0 : read.text.length;
  return budget.take(units) ? reading : TOO_MANY;
}

/** A large file may be the backup of a program, which its beginning tells. */
async function backupOf(
  file: SourceFile,
  programs: readonly Program[],
  ports: ReadFilesPorts,
): Promise<Reading | null> {
  const bytes = await beginningOf(file, ports);
  const beginning = Buffer.from(bytes).toString('latin1');
  return askPrograms({ type: 'other', file, beginning }, programs, ports.pace);
}

async function askPrograms(
  read: ReadFile,
  programs: readonly Program[],
  pace: Pace,
): Promise<Reading | null> {
  await pace();
  try {
    for (const program of programs) {
      const reading = await program.read(read, pace);
      if (reading !== null) return reading;
    }
    return null;
  } catch (error) {
    // Whatever the error is, one file must not keep all others out.
    return failed(reasonOf(error));
  }
}

async function contentOf(file: SourceFile, ports: ReadFilesPorts): Promise<ReadFile | 'system file'> {
  const { pace, progress } = ports;
  if (mayBeAppleDouble(file.name) && isAppleDouble(await beginningOf(file, ports))) return 'system file';
  const { type } = file;
  if (type === 'json') {
    const { value, remark, units } = await readJson(progress.read(file), pace);
    if (remark !== null) ports.onRemark(file, remark);
    return { type, file, value, units };
  }
  if (type === 'text' || type === 'html') {
    const { text, remark } = await readText(progress.read(file), pace);
    if (type === 'text' && text.length > MOST_TEXT && !isFileOfExport(text)) throw new TooLargeError();
    if (remark !== null) ports.onRemark(file, remark);
    return { type, file, text };
  }
  const bytes = await beginningOf(file, ports);
  const beginning = Buffer.from(bytes).toString('latin1');
  return (file.isChosen ? await byContent(file, bytes, ports) : null) ?? { type: 'other', file, beginning };
}

/** A person may choose a file without an ending, or with one of their own. */
async function byContent(
  file: SourceFile,
  bytes: Uint8Array,
  { pace, onRemark }: ReadFilesPorts,
): Promise<ReadFile | null> {
  const isWhole = bytes.length === file.bytes;
  try {
    if (/^\s*[{[]/.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1'))) {
      const { value, remark, units } = await readJson(file.read(), pace);
      if (remark !== null) onRemark(file, remark);
      return { type: 'json', file, value, units };
    }
    if (isWhole && /(?:^|[\\/])[^.\\/]+$/.test(file.name)) {
      const { text, remark } = decodeText(bytes);
      if (remark !== null) onRemark(file, remark);
      return { type: 'text', file, text };
    }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
  }
  return null;
}

async function beginningOf(file: SourceFile, { pace, progress }: ReadFilesPorts): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of progress.read(file)) {
    size += chunk.byteLength;
    chunks.push(chunk);
    await pace();
    if (size >= BEGINNING_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, BEGINNING_BYTES);
}

function unknownFile(read: ReadFile): Reading {
  if (read.type === 'json') return OTHER_JSON;
  const reason = read.type === 'other' ? otherArchive(read.file.name, read.beginning) : null;
  return reason === null ? leftOut(unknownKind(read.file.name)) : failed(reason);
}
