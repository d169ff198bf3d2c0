/**
 * Imports notes from files: a Takeout of Google Keep (as an archive, a folder or single files), exports of Inkling, and
 * Markdown and text files. The content of a JSON file decides whether it is a note, because Takeout translates the
 * names of its folders.
 *
 * All files are read first, then the notes are added, oldest first, some in each transaction. If the import ends in the
 * middle, only whole notes were added, and importing again adds the missing ones: every note is recognised by an id
 * that follows from the note itself, or by its fields, which say where it came from.
 */
import { contentOf, listOf, type NoteFields, type NoteId, type Uid } from '#shared/note.ts';
import type { ImportResult, TransferProgress } from '#shared/transfer.ts';
import type { AllNotes } from '../tables/all-notes.ts';
import type { ImportedNote, LocalNotes } from '../sync/local-notes.ts';
import type { Pace } from '../sync/slices.ts';
import { type CompanionFiles, createCompanionFiles } from './companion-files.ts';
import { isImportedId } from './import-id.ts';
import { createImportProgress, type ImportProgress } from './import-progress.ts';
import { noteLine, type ReportedNotes, reportOf } from './import-report.ts';
import { byId, type IncomingNote, keyOf, type Origin, readOrigin, writtenAt } from './incoming-note.ts';
import { fromKeep, isKeepNote } from './keep-note.ts';
import { createFindings, type Findings, type FoundNote } from './findings.ts';
import { fromText } from './markdown-note.ts';
import { createPictures, type Pictures } from './pictures.ts';
import { type OpenedFile, readAhead } from './read-ahead.ts';
import type { Budget } from './read-bytes.ts';
import { readJson } from './read-json.ts';
import { readText } from './read-text.ts';
import { findSources, type SourceFile } from './sources.ts';
import { isSystemError, reasonOf, UnreadableError } from './transfer-error.ts';

export interface ImportPorts {
  readonly notes: Pick<LocalNotes, 'addImported' | 'edit'>;
  readonly all: Pick<AllNotes, 'has' | 'read' | 'next'>;
  readonly uid: Uid;
  /** Paths of archives, folders and files. */
  readonly source: readonly string[];
  readonly pace: Pace;
  /** Asks for the folder for the notes' pictures, only if there are any; null if they are not to be copied. */
  readonly choosePictureFolder?: () => Promise<string | null>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly onProgress?: (progress: TransferProgress) => void;
  /** Called at the end, with the report for a person. */
  readonly onReport?: (report: string) => void;
}

/** Far more than anybody has written in Keep. */
const MOST_BYTES = 512 * 1024 * 1024;
/** Notes that are added in one transaction, in about 20 ms. More at once mean fewer waits for a slow disk. */
const AT_ONCE = 100;

/** Notes that are compared without a pause, in less than a millisecond. */
const COMPARED_AT_ONCE = 16;

/**
 * @throws AppError if the notes cannot be stored; what the pace throws. What was added until then stays.
 */
export async function importNotes(ports: ImportPorts): Promise<ImportResult> {
  const { source, pace, onProgress, now = Date.now, onReport } = ports;
  const sources = await findSources(source, pace);
  try {
    const findings = createFindings(source, sources.broken);
    const progress = createImportProgress([...sources.json, ...sources.texts], onProgress);
    const companions = createCompanionFiles();
    const reading = { ...ports, budget: { bytes: MOST_BYTES }, findings, progress, companions };
    for await (const opened of readAhead(sources.json)) await readFile(opened, reading, readJsonFile);
    const texts = sources.texts.filter((file) => !companions.has(file));
    for (const file of sources.texts) if (companions.has(file)) progress.endFile(file);
    for await (const opened of readAhead(texts)) await readFile(opened, reading, readTextFile);
    const compared = await compareWithAccount(ports, findings);
    const { added: fresh, known } = compared;
    const pictures = await createPictures(
      fresh,
      known.map(({ found }) => found),
      sources.media,
      { ...ports, findings, progress },
    );
    const added = await addAll(ports, compared, findings, pictures, progress);
    await addPictures(ports, known, pictures);
    const result = findings.result(added, pictures.result());
    onReport?.(reportOf(compared.lines, findings, result, now()));
    return result;
  } finally {
    sources.close();
  }
}

interface Reading extends Pick<ImportPorts, 'pace' | 'uid'> {
  readonly budget: Budget;
  readonly findings: Findings;
  readonly progress: ImportProgress;
  readonly companions: CompanionFiles;
}

async function readFile(
  opened: OpenedFile,
  reading: Reading,
  read: (opened: OpenedFile, reading: Reading) => Promise<void>,
): Promise<void> {
  const { findings, progress } = reading;
  const { file } = opened;
  try {
    await read(opened, reading);
  } catch (error) {
    if (!(error instanceof UnreadableError) && !isSystemError(error)) throw error;
    findings.addBroken(file, reasonOf(error));
  } finally {
    progress.endFile(file);
  }
}

async function readJsonFile(opened: OpenedFile, reading: Reading): Promise<void> {
  const { file } = opened;
  const { budget, pace, findings, progress, companions, uid } = reading;
  const value = await readJson(progress.read(opened), budget, pace);
  if (!isKeepNote(value)) return;
  companions.addKeepNote(file);
  addNote(file, findings, () => fromKeep(value, uid));
}

async function readTextFile(opened: OpenedFile, reading: Reading): Promise<void> {
  const { file } = opened;
  const { budget, pace, findings, progress, uid } = reading;
  const text = await readText(progress.read(opened), budget, pace);
  addNote(file, findings, () => fromText(text, file, uid));
}

function addNote(file: SourceFile, findings: Findings, convert: () => IncomingNote | null, which = ''): void {
  findings.addRecognised(file);
  try {
    findings.add(convert(), file);
  } catch (error) {
    // Whatever the error is, one note must not keep all others out.
    findings.addBroken(file, reasonOf(error), which);
  }
}

interface Compared {
  /** Oldest first. */
  readonly added: readonly FoundNote[];
  /** Notes that the account has, with pictures that an earlier import may have left out. */
  readonly known: readonly KnownNote[];
  /** Lines of the report. */
  readonly lines: ReportedNotes;
  /** The id under which the account has a note; null if it does not have the note. */
  readonly existingId: (note: IncomingNote) => NoteId | null;
}

interface KnownNote {
  readonly found: FoundNote;
  readonly id: NoteId;
}

async function compareWithAccount({ all, pace }: ImportPorts, findings: Findings): Promise<Compared> {
  const importedBefore = await findImported(all, pace);
  const existingId = (note: IncomingNote): NoteId | null =>
    [note.id, ...note.aliases].find((id) => all.has(id)) ?? importedBefore(note.origin);
  const added: FoundNote[] = [];
  const known: KnownNote[] = [];
  const lines: { readonly added: string[]; readonly known: string[] } = { added: [], known: [] };
  for (const found of findings.notes.values()) {
    const id = existingId(found.note);
    const isNew = id === null;
    if (isNew) added.push(found);
    else if (found.note.attachments.length > 0 && takesPictures(all.read(id)?.local))
      known.push({ found, id });
    lines[isNew ? 'added' : 'known'].push(noteLine(found));
    if ((lines.added.length + lines.known.length) % COMPARED_AT_ONCE === 0) await pace();
  }
  added.sort((one, other) => byId(one.note, other.note));
  return { added, known, lines, existingId };
}

/** @returns how many notes were new */
async function addAll(
  { notes, pace }: ImportPorts,
  { added, existingId }: Compared,
  findings: Findings,
  pictures: Pictures,
  progress: ImportProgress,
): Promise<number> {
  let count = 0;
  for (let done = 0; done < added.length; done += AT_ONCE) {
    const next: ImportedNote[] = [];
    for (const found of added.slice(done, done + AT_ONCE)) {
      for (const loss of found.note.losses) findings.addLoss(found.note, loss);
      next.push(toImported(await pictures.copyOf(found), findings, existingId));
    }
    await pace();
    count += notes.addImported(next);
    progress.addNotes(next.length);
  }
  return count;
}

/** Adds the names of pictures to notes that the account has already, each by an edit of its present words. */
async function addPictures(
  { notes, all, pace }: ImportPorts,
  known: readonly KnownNote[],
  pictures: Pictures,
): Promise<void> {
  for (const { found, id } of known) {
    if (!takesPictures(all.read(id)?.local)) continue;
    const named = await pictures.copyLater(found);
    await pace();
    // The note may have been removed or edited while its pictures were copied.
    const local = all.read(id)?.local;
    if (!takesPictures(local)) continue;
    const before = contentOf(local);
    const text = named(before.text);
    if (text !== before.text) notes.edit(id, { ...before, text }, before);
  }
}

/** A note that is gone or in the trash is left alone. */
function takesPictures(local: NoteFields | null | undefined): local is NoteFields {
  return local !== null && local !== undefined && listOf(local) !== 'trashed';
}

function toImported(
  note: IncomingNote,
  findings: Findings,
  existingId: Compared['existingId'],
): ImportedNote {
  const { id, fields, extra } = note;
  const original = findings.noteWithAlias(fields.conflictOf ?? '');
  return {
    id,
    knownAs: existingId(note),
    // A conflict copy names its original by the id that the original has in this account.
    fields: original === undefined ? fields : { ...fields, conflictOf: existingId(original) ?? original.id },
    extra,
  };
}

/**
 * Finds the notes of earlier imports in the account by the fields that say where they came from. Their ids are not
 * enough: an id follows from the note's date, which is an estimate until the cloud has dated the note, and a note that
 * the cloud refuses gets another id. Reads every note once: 100,000 take about a second.
 * @returns a function that finds the note that was imported from this origin, even if its words were changed since
 */
async function findImported(
  all: Pick<AllNotes, 'next'>,
  pace: Pace,
): Promise<(origin: Origin) => NoteId | null> {
  const ids = new Map<string, NoteId>();
  for (let note = all.next(null); note !== null; note = all.next(note.id)) {
    const { id, local, extra } = note;
    const origin = readOrigin(extra);
    if (origin !== null) {
      const key = keyOf(origin);
      // A conflict copy that was made here has all fields of its original, but was not imported.
      const hasImportedId = isImportedId(id, writtenAt(origin));
      const isCopy = !hasImportedId && (local?.conflictOf ?? null) !== null;
      if (hasImportedId || (!isCopy && !ids.has(key))) ids.set(key, id);
    }
    await pace();
  }
  return (origin) => ids.get(keyOf(origin)) ?? null;
}
