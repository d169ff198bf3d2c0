/**
 * Makes notes of files: Google Keep's as Takeout gives them, as an archive, a folder or single files, and exports of
 * Inkling's own. Which files are notes is decided by their content, because Takeout translates the names of its folders.
 *
 * All files are read first, then the notes are added oldest first, some in each transaction. Whatever ends that in the
 * middle leaves whole notes only, and importing again adds what is missing: every note is recognised by an id that follows
 * from the note itself, or by its fields, which say where it came from.
 */
import { conflictOf, isConflictCopy, withConflictOf } from '#shared/extra-fields.ts';
import type { NoteId, Uid } from '#shared/note.ts';
import type { ImportResult, TransferProgress } from '#shared/transfer.ts';
import type { AllNotes } from '../store/all-notes.ts';
import type { ImportedNote, LocalNotes } from '../sync/local-notes.ts';
import type { Pace } from '../sync/slices.ts';
import { isImportedId } from './import-id.ts';
import { byId, type IncomingNote, keyOf, type Origin, readOrigin, writtenAt } from './incoming-note.ts';
import { fromKeep, isKeepNote } from './keep-note.ts';
import { createFindings, type Findings } from './findings.ts';
import { fromOwn, isOwnExport, readOwn } from './own-note.ts';
import { type Budget, readJson } from './read-json.ts';
import { findSources, type SourceFile } from './sources.ts';
import { isSystemError, reasonOf, UnreadableError } from './transfer-error.ts';

export interface ImportPorts {
  readonly notes: Pick<LocalNotes, 'addImported'>;
  readonly all: Pick<AllNotes, 'has' | 'after'>;
  readonly uid: Uid;
  /** Paths of archives, folders and files. */
  readonly source: readonly string[];
  readonly pace: Pace;
  readonly onProgress?: (progress: TransferProgress) => void;
}

/** Far more than anybody has written in Keep. */
const MOST_BYTES = 512 * 1024 * 1024;
/** Notes that are added in one transaction: about 20 ms, and a slow disk is not waited for often. */
const AT_ONCE = 100;

/**
 * @throws AppError where the notes cannot be stored; what the pace throws. What was added until
 * then stays.
 */
export async function importNotes(ports: ImportPorts): Promise<ImportResult> {
  const { source, pace, onProgress } = ports;
  const sources = await findSources(source, pace);
  const findings = createFindings(source, sources.broken);
  const report = (done: number): void =>
    onProgress?.({ kind: 'import', done, total: sources.files.length + findings.notes.size });
  try {
    const budget = { bytes: MOST_BYTES };
    for (const [index, file] of sources.files.entries()) {
      await readFile(file, { ...ports, budget, findings });
      if (index % AT_ONCE === 0) report(index + 1);
    }
  } finally {
    sources.close();
  }
  const added = await addAll(ports, findings, (count) => report(sources.files.length + count));
  return findings.result(added);
}

interface Reading extends Pick<ImportPorts, 'pace' | 'uid'> {
  readonly budget: Budget;
  readonly findings: Findings;
}

async function readFile(file: SourceFile, reading: Reading): Promise<void> {
  const { budget, pace, findings, uid } = reading;
  try {
    const { root, notes, damage } = await readJson(file.read(), budget, pace);
    if (isOwnExport(root)) await addOwnNotes(file, notes, reading);
    else if (damage === null && isKeepNote(root)) addNote(file, findings, () => fromKeep(root, uid));
    if (damage !== null) throw new UnreadableError(damage);
  } catch (error) {
    if (!(error instanceof UnreadableError) && !isSystemError(error)) throw error;
    findings.addBroken(file, reasonOf(error));
  }
}

async function addOwnNotes(
  file: SourceFile,
  notes: readonly unknown[],
  { pace, findings, uid }: Reading,
): Promise<void> {
  for (const [index, note] of notes.entries()) {
    addNote(file, findings, () => fromOwn(readOwn(note), uid), `, note ${index + 1}`);
    await pace();
  }
  findings.addRecognised(file);
}

function addNote(file: SourceFile, findings: Findings, convert: () => IncomingNote | null, which = ''): void {
  findings.addRecognised(file);
  try {
    findings.add(convert());
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    findings.addBroken(file, error.message, which);
  }
}

/** @returns how many notes were new */
async function addAll(
  { notes, all, pace }: ImportPorts,
  findings: Findings,
  report: (done: number) => void,
): Promise<number> {
  const incoming = [...findings.notes.values()].toSorted(byId);
  const importedBefore = await findImported(all, pace);
  const existingId = (note: IncomingNote): NoteId | null =>
    [note.id, ...note.aliases].find((id) => all.has(id)) ?? importedBefore(note.origin);
  let added = 0;
  for (let done = 0; done < incoming.length; done += AT_ONCE) {
    await pace();
    const next = incoming.slice(done, done + AT_ONCE);
    added += notes.addImported(next.map((note) => toImported(note, findings, existingId)));
    report(Math.min(done + AT_ONCE, incoming.length));
  }
  return added;
}

/** @param existingId the id under which the account has a note; null where it has none */
function toImported(
  note: IncomingNote,
  findings: Findings,
  existingId: (note: IncomingNote) => NoteId | null,
): ImportedNote {
  const { id, fields, extra } = note;
  const original = findings.noteWithAlias(conflictOf(extra) ?? '');
  return {
    id,
    knownAs: existingId(note),
    fields,
    // A copy stands beside its original here as it did elsewhere.
    extra: original === undefined ? extra : withConflictOf(extra, existingId(original) ?? original.id),
  };
}

/**
 * Finds the notes that the account has from earlier imports by what they say of their origin. Their ids alone do not tell:
 * an id follows from the note's date, which is an estimate until the cloud has dated it, and a note that the cloud
 * refuses gets another id. Reads every note once: 100,000 take about a second.
 * @returns a function that finds the note that came from there with these words, whatever it holds by now
 */
async function findImported(
  all: Pick<AllNotes, 'after'>,
  pace: Pace,
): Promise<(origin: Origin) => NoteId | null> {
  const ids = new Map<string, NoteId>();
  for (let note = all.after(null); note !== null; note = all.after(note.id)) {
    const { id, extra } = note;
    const origin = readOrigin(extra);
    if (origin !== null) {
      const key = keyOf(origin);
      // A copy that was made here has all fields of its original and is not what was imported.
      const hasImportedId = isImportedId(id, writtenAt(origin));
      if (hasImportedId || (!isConflictCopy(extra) && !ids.has(key))) ids.set(key, id);
    }
    await pace();
  }
  return ({ id, words }) => ids.get(keyOf({ id, words })) ?? ids.get(keyOf({ id, words: null })) ?? null;
}
