/**
 * Makes notes of files: Google Keep's as Takeout gives them, as an archive, a folder or single files, and exports of
 * Inkling's own. Which files are notes is told by what is in them, because Takeout translates the names of its folders.
 *
 * All is read first, then the notes are added oldest first, some at a time, each time as one transaction. Whatever
 * ends that in the middle leaves whole notes only, and importing again adds what is missing: every note is known
 * by a name that follows from the note itself, or by its fields, which say where it came from.
 */
import { conflictOf, withConflictOf } from '#shared/extra-fields.ts';
import type { NoteId, Uid } from '#shared/note.ts';
import type { ImportResult, TransferProgress } from '#shared/transfer.ts';
import type { AllNotes } from '../store/all-notes.ts';
import type { ImportedNote, LocalNotes } from '../sync/local-notes.ts';
import type { Pace } from '../sync/slices.ts';
import { byName, type IncomingNote } from './incoming-note.ts';
import { fromKeep, isKeepNote } from './keep-note.ts';
import { createFindings, type Findings } from './findings.ts';
import { findImported } from './imported-notes.ts';
import { fromOwn, isOwnExport, readOwn } from './own-note.ts';
import { type Budget, readJson } from './read-json.ts';
import { findSources, type SourceFile } from './sources.ts';
import { isSystemError } from './transfer-error.ts';
import { reasonOf, UnreadableError } from './unreadable.ts';

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
  const tell = (done: number): void =>
    onProgress?.({ kind: 'import', done, total: sources.files.length + findings.notes.size });
  try {
    const budget = { bytes: MOST_BYTES };
    for (const [index, file] of sources.files.entries()) {
      await readFile(file, { budget, pace, findings, uid: ports.uid });
      if (index % AT_ONCE === 0) tell(index + 1);
    }
  } finally {
    sources.close();
  }
  const added = await addAll(ports, findings, pace, (count) => tell(sources.files.length + count));
  return findings.result(added);
}

interface Reading {
  readonly budget: Budget;
  readonly pace: Pace;
  readonly findings: Findings;
  readonly uid: Uid;
}

async function readFile(file: SourceFile, reading: Reading): Promise<void> {
  const { budget, pace, findings, uid } = reading;
  try {
    const { root, notes, damage } = await readJson(file.read(), budget, pace);
    if (isOwnExport(root)) await takeOwn(file, notes, reading);
    else if (damage === null && isKeepNote(root)) takeOne(file, findings, () => fromKeep(root, uid));
    if (damage !== null) throw new UnreadableError(damage);
  } catch (error) {
    if (!(error instanceof UnreadableError) && !isSystemError(error)) throw error;
    findings.addBroken(file, reasonOf(error));
  }
}

async function takeOwn(
  file: SourceFile,
  notes: readonly unknown[],
  { pace, findings, uid }: Reading,
): Promise<void> {
  for (const [index, note] of notes.entries()) {
    takeOne(file, findings, () => fromOwn(readOwn(note), uid), `, note ${index + 1}`);
    await pace();
  }
  findings.addRecognised(file);
}

function takeOne(file: SourceFile, findings: Findings, convert: () => IncomingNote | null, which = ''): void {
  findings.addRecognised(file);
  try {
    findings.add(convert());
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    findings.addBroken(file, error.message, which);
  }
}

/** Answers how many were new. */
async function addAll(
  { notes, all }: ImportPorts,
  findings: Findings,
  pace: Pace,
  tell: (done: number) => void,
): Promise<number> {
  const incoming = [...findings.notes.values()].toSorted(byName);
  const imported = await findImported(all, pace);
  const nameHere = (note: IncomingNote): NoteId | null =>
    [note.id, ...note.aliases].find((name) => all.has(name)) ?? imported.nameOf(note.origin);
  let added = 0;
  for (let done = 0; done < incoming.length; done += AT_ONCE) {
    await pace();
    const next = incoming.slice(done, done + AT_ONCE);
    added += notes.addImported(next.map((note) => toImported(note, findings, nameHere)));
    tell(Math.min(done + AT_ONCE, incoming.length));
  }
  return added;
}

/** @param nameHere the name under which the account has a note; null where it has none */
function toImported(
  note: IncomingNote,
  findings: Findings,
  nameHere: (note: IncomingNote) => NoteId | null,
): ImportedNote {
  const { id, fields, extra } = note;
  const original = findings.knownAs(conflictOf(extra) ?? '');
  return {
    id,
    knownAs: nameHere(note),
    fields,
    // A copy stands beside its original here as it did elsewhere.
    extra: original === undefined ? extra : withConflictOf(extra, nameHere(original) ?? original.id),
  };
}
