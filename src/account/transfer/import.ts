/**
 * Imports notes from files, as archives, folders or single files. Which programs are known is in `programs/`;
 * a file is recognised by what is in it. Each file that is met has one reading and one outcome
 * (`reading.ts`), so that nothing is left out without a word.
 *
 * All files are read first, then the notes are added, oldest first, some in each transaction. If the import
 * ends in the middle, only whole notes were added, and importing again adds the missing ones: every note is
 * recognised by an id that follows from its words, or by its fields, which say with which words it came.
 */
import { contentOf, listOf, type NoteFields, type NoteId, type Uid } from '#shared/note/note.ts';
import type { ImportResult, TransferProgress } from '#shared/ipc/transfer.ts';
import type { AllNotes } from '../tables/all-notes.ts';
import type { ImportedNote, LocalNotes } from '../sync/local-notes.ts';
import { bytesOf } from '../sync/push-batch.ts';
import type { Pace } from '../sync/slices.ts';
import { assertNever } from '#shared/base/assert-never.ts';
import { formatCount } from '#shared/base/count.ts';
import { createHeldWords } from './copies.ts';
import { createOrderDecision } from './date-order.ts';
import { type AccountedFile, createFindings, type Findings, type FoundNote, titleOf } from './findings.ts';
import { isImportedId } from './notes/import-id.ts';
import { createImportProgress, type ImportProgress } from './import-progress.ts';
import { noteLine, type ReportedNotes, reportOf } from './import-report.ts';
import { byId, type IncomingNote, keyOf, type Origin, readOrigin, writtenAt } from './notes/incoming-note.ts';
import { createPictures, type Pictures } from './pictures.ts';
import { type ReadFiles, readFiles } from './read-files.ts';
import type { Entry, MetFile, NotesReading, Reading } from './notes/reading.ts';
import { createBudget } from './sources/read-bytes.ts';
import { failed, leftOut, type Outcome } from './sources/outcome.ts';
import { findSources, type SourceFile } from './sources/sources.ts';

export interface ImportPorts {
  readonly notes: Pick<LocalNotes, 'addImported' | 'edit'>;
  readonly all: Pick<AllNotes, 'has' | 'read' | 'next'>;
  readonly uid: Uid;
  /** Paths of archives, folders and files. */
  readonly source: readonly string[];
  readonly pace: Pace;
  /**
   * Asks for the folder for the notes' pictures, only if there are any; null if they are not to be copied.
   */
  readonly choosePictureFolder?: () => Promise<string | null>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly onProgress?: (progress: TransferProgress) => void;
  /** Called at the end, with the report for a person. */
  readonly onReport?: (report: string) => void;
}

/** Of the files that become notes: far more than anybody has written in Keep. */
const MOST_BYTES = 512 * 1024 * 1024;
/** Bytes of a note's words and labels. A document has 1 MiB for all of its fields, with their names. */
const MOST_NOTE_BYTES = 1_000_000;
/**
 * The same of a note that another account wrote: the cloud has it as a document, which needs only a few bytes
 * more here to say where it came from.
 */
const MOST_EXPORTED_BYTES = 1_046_000;
/** Notes that are added in one transaction, in about 20 ms. More at once mean fewer waits for a slow disk. */
const AT_ONCE = 100;

/** Notes that are compared without a pause, in less than a millisecond. */
const COMPARED_AT_ONCE = 16;

/**
 * @throws AppError if the notes cannot be stored; what the pace throws. What was added until then stays.
 */
export async function importNotes(ports: ImportPorts): Promise<ImportResult> {
  const { source, uid, pace, onProgress, now = Date.now, onReport } = ports;
  const sources = await findSources(source, pace);
  try {
    const findings = createFindings();
    for (const { name, remark } of sources.remarks) findings.addRemark(name, remark);
    const progress = createImportProgress(sources.files, onProgress);
    const onRemark = (file: SourceFile, remark: string): void => findings.addRemark(file.name, remark);
    const files = await readFiles(sources.files, {
      uid,
      budget: createBudget(MOST_BYTES),
      pace,
      progress,
      onRemark,
    });
    const met = await addFound(files.met, findings, ports);
    const compared = await compareWithAccount(ports, findings);
    const pictures = await createPictures(
      compared.added,
      compared.existing.map(({ found }) => found),
      attachmentsOf(met),
      { ...ports, findings, progress },
    );
    await addAll(ports, compared, findings, pictures, progress);
    await addPictures(ports, compared.existing, pictures);
    await pace();
    const accounted = [...sources.unopened, ...accountFor({ ...files, met }, compared, pictures)];
    for (const part of sources.missing) findings.addBroken(part, MISSING_PART);
    await pace();
    const result = findings.result(compared.added, accounted, pictures.result());
    await pace();
    onReport?.(reportOf(compared.lines, findings, result, now()));
    return result;
  } finally {
    sources.close();
  }
}

const MISSING_PART = 'This part of the archive is missing, with all notes and pictures in it.';

function attachmentsOf(met: readonly MetFile[]): readonly SourceFile[] {
  return met.flatMap(({ file, reading }) => {
    if (reading.kind === 'attachment') return [file];
    return reading.kind === 'notes' ? (reading.pictures ?? []) : [];
  });
}

/**
 * Makes the notes, as soon as the dates of all of them have said which number is the day.
 * @returns the files, with the reason in the place of each note that is refused
 */
async function addFound(
  met: readonly MetFile[],
  findings: Findings,
  { all, pace }: ImportPorts,
): Promise<readonly MetFile[]> {
  const decision = createOrderDecision();
  for (const [index, { reading }] of met.entries()) {
    for (const date of datesOf(reading)) decision.add(date);
    if (index % COMPARED_AT_ONCE === 0) await pace();
  }
  const { order, remark } = decision.decide();
  if (remark !== null) findings.addRemark('Dates', remark);
  const held = createHeldWords();
  const added = new Map<SourceFile, Reading>();
  // What copies are compared with comes first.
  for (const isCopy of [false, true]) {
    for (const [index, { file, reading }] of met.entries()) {
      if (reading.kind !== 'notes') added.set(file, reading);
      else if ((reading.copy !== undefined) === isCopy) added.set(file, addNotes(reading, file));
      if (index % COMPARED_AT_ONCE === 0) await pace();
    }
  }
  return met.map(({ file, reading }) => ({ file, reading: added.get(file) ?? reading }));

  function addNotes(reading: NotesReading, file: SourceFile): Reading {
    const { entries, copy } = reading;
    if (copy !== undefined && held.hasAll(copy)) return copy.found;
    if (copy?.notFound !== undefined) return copy.notFound;
    const isOnly = entries.length === 1;
    return { ...reading, entries: entries.map((entry) => addEntry(entry, file, isOnly)) };
  }

  function addEntry(entry: Entry, file: SourceFile, isOnly: boolean): Entry {
    if (entry.kind === 'empty') findings.addEmpty();
    else if (entry.kind === 'broken') {
      // The reason of a file's only note is the file's own.
      if (entry.which !== '') findings.addBroken(`${file.name}${entry.which}`, entry.reason);
    } else {
      const note = entry.note(order);
      const reason = refusalOf(note);
      if (reason !== null) {
        const which = isOnly ? '' : `, “${titleOf(note)}”`;
        if (!isOnly) findings.addBroken(`${file.name}${which}`, reason);
        return { kind: 'broken', which, reason };
      }
      if (entry.remark !== null) findings.addRemark(file.name, entry.remark);
      findings.add(note, file);
      held.add(note, entry.holds ?? []);
    }
    return entry;
  }

  /** A sentence; null if the note may come. */
  function refusalOf({ fields, aliases, origin }: IncomingNote): string | null {
    const most = origin.source === 'inkling' ? MOST_EXPORTED_BYTES : MOST_NOTE_BYTES;
    const bytes = bytesOf(fields, most);
    // An account may have written a larger note itself, and then the export of it is known.
    if (bytes <= most || aliases.some((id) => all.has(id))) return null;
    return `The note has ${formatCount(bytes)} bytes; the cloud takes up to ${formatCount(MOST_NOTE_BYTES)}. Split it into several notes.`;
  }
}

function datesOf(reading: Reading): readonly string[] {
  const entries = reading.kind === 'notes' ? reading.entries : [];
  return entries.flatMap((entry) => (entry.kind === 'note' ? entry.dates : []));
}

const WITHOUT_WORDS = leftOut('No words.');
const NOT_NAMED = leftOut(
  'No note of Google Keep uses it. Only pictures and recordings of such notes are copied.',
);

/** What became of each file. */
function accountFor(files: ReadFiles, { added }: Compared, pictures: Pictures): AccountedFile[] {
  const filesWithNew = new Set(added.map(({ from }) => from));

  function outcomeOf({ file, reading }: MetFile): Outcome {
    switch (reading.kind) {
      case 'left out':
      case 'failed':
        return reading;
      case 'attachment':
        return pictures.outcomeOf(file) ?? files.explain(file) ?? NOT_NAMED;
      case 'notes': {
        if (filesWithNew.has(file)) return { kind: 'came' };
        const { entries } = reading;
        if (entries.some(({ kind }) => kind === 'note')) return { kind: 'known' };
        const broken = entries.filter((entry) => entry.kind === 'broken');
        const [first] = broken;
        if (first === undefined) return WITHOUT_WORDS;
        return { ...failed(first.reason), isListed: broken.some(({ which }) => which !== '') };
      }
      default:
        return assertNever(reading);
    }
  }

  return files.met.map((each) => ({ name: each.file.name, outcome: outcomeOf(each) }));
}

interface Compared {
  /** Oldest first. */
  readonly added: readonly FoundNote[];
  /** Notes that the account has, with pictures that an earlier import may have left out. */
  readonly existing: readonly KnownNote[];
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
  const existing: KnownNote[] = [];
  const lines: { readonly added: string[]; readonly existing: string[] } = { added: [], existing: [] };
  for (const found of findings.notes.values()) {
    const id = existingId(found.note);
    const isNew = id === null;
    if (isNew) added.push(found);
    else if (found.note.attachments.length > 0 && takesPictures(all.read(id)?.local))
      existing.push({ found, id });
    lines[isNew ? 'added' : 'existing'].push(noteLine(found));
    if ((lines.added.length + lines.existing.length) % COMPARED_AT_ONCE === 0) await pace();
  }
  added.sort((a, b) => byId(a.note, b.note));
  return { added, existing, lines, existingId };
}

async function addAll(
  { notes, pace }: ImportPorts,
  { added, existingId }: Compared,
  findings: Findings,
  pictures: Pictures,
  progress: ImportProgress,
): Promise<void> {
  for (let done = 0; done < added.length; done += AT_ONCE) {
    const next: ImportedNote[] = [];
    for (const found of added.slice(done, done + AT_ONCE)) {
      for (const loss of found.note.losses) findings.addLoss(found.note, loss);
      for (const line of found.note.converted ?? []) findings.addConverted(found.note, line);
      next.push(toImported(await pictures.copyOf(found), findings, existingId));
    }
    await pace();
    notes.addImported(next);
    progress.addNotes(next.length);
  }
}

/** Adds the names of pictures to notes that the account has already, each by an edit of its present words. */
async function addPictures(
  { notes, all, pace }: ImportPorts,
  existing: readonly KnownNote[],
  pictures: Pictures,
): Promise<void> {
  for (const { found, id } of existing) {
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
 * Finds the notes of earlier imports in the account by the fields that say where they came from. Their ids
 * are not enough: an id follows from the note's date, which is an estimate until the cloud has dated the
 * note, and a note that the cloud refuses gets another id. Reads every note once: 100,000 take about a
 * second.
 * @returns a function that finds the note that was imported from this origin, even if its words were changed
 *   since
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
