/**
 * Copies the pictures and recordings of the notes of one import. The person is asked for a folder once, and
 * only if there are any. The folder shows which known notes have theirs: a file in it is not copied again and
 * not named again.
 */
import type { ImportResult } from '#shared/ipc/transfer.ts';
import { type Attachments, type Copy, createCopier, indexAttachments } from './attachments.ts';
import type { Findings, FoundNote } from './findings.ts';
import type { ImportProgress } from './import-progress.ts';
import type { IncomingNote } from './notes/incoming-note.ts';
import { withAttachmentNames } from './notes/keep-note.ts';
import { withAttachmentLines } from './notes/keep-text.ts';
import type { Pace } from '../sync/slices.ts';
import { failed, leftOut, type Outcome } from './sources/outcome.ts';
import type { SourceFile } from './sources/sources.ts';
import { isSystemError, reasonOf, UnreadableError } from './sources/transfer-error.ts';

export interface Pictures {
  /** Copies the note's files. @returns the note, with the names that the copies have */
  copyOf(found: FoundNote): Promise<IncomingNote>;
  /**
   * Copies the files of a note that the account has from an earlier import, which may have left them out.
   * @returns a function that adds their names to the note's present text
   */
  copyLater(found: FoundNote): Promise<(text: string) => string>;
  result(): ImportResult['pictures'];
  /** What became of a picture; null if no note names it. */
  outcomeOf(file: SourceFile): Outcome | null;
}

const NOT_COPIED = leftOut('You chose no folder for it. Import the same files again and choose one.');

export interface PicturesPorts {
  readonly choosePictureFolder?: () => Promise<string | null>;
  readonly findings: Findings;
  readonly progress: ImportProgress;
  readonly pace: Pace;
}

/**
 * @param added the notes that are new
 * @param existing notes that the account has already, whose files are copied as well
 */
export async function createPictures(
  added: readonly FoundNote[],
  existing: readonly FoundNote[],
  media: readonly SourceFile[],
  { choosePictureFolder, findings, progress, pace }: PicturesPorts,
): Promise<Pictures> {
  const attachments = indexAttachments(media);
  const files = filesOf([...added, ...existing], attachments);
  const folder = files.size > 0 ? ((await choosePictureFolder?.()) ?? null) : null;
  const bytes = [...files].reduce((sum, file) => sum + file.bytes, 0);
  progress.beginAdding({ notes: added.length, bytes: folder === null ? 0 : bytes });
  const copier =
    folder === null ? null : createCopier({ folder, pace, onBytes: (count) => progress.addBytes(count) });
  const copied = new Set<SourceFile>();
  const outcomes = new Map<SourceFile, Outcome>();
  const all = filesOf([...findings.notes.values()], attachments);
  let notCopied = 0;

  /** @returns null if the file is not copied */
  async function copy({ note, from }: FoundNote, name: string, isKnown: boolean): Promise<Copy | null> {
    const file = attachments.find(from, name);
    // An earlier import has reported the file already.
    if (isKnown && (file === null || copier === null)) return null;
    try {
      if (file === null) throw new UnreadableError('It was not among the files.');
      if (copier !== null) {
        const made = await copier.copy(file);
        if (made.isNew || !isKnown) copied.add(file);
        outcomes.set(file, { kind: copied.has(file) ? 'came' : 'known' });
        return made;
      }
    } catch (error) {
      if (!(error instanceof UnreadableError) && !isSystemError(error)) throw error;
      findings.addLoss(note, `The file ${name} could not be copied. ${reasonOf(error)}`);
      if (file !== null) outcomes.set(file, failed(reasonOf(error)));
    }
    notCopied += 1;
    return null;
  }

  return {
    async copyOf(found) {
      const { note } = found;
      const names: string[] = [];
      for (const name of note.attachments) names.push((await copy(found, name, false))?.name ?? name);
      const isSame = names.every((name, index) => name === note.attachments[index]);
      return isSame ? note : withAttachmentNames(note, names);
    },
    async copyLater(found) {
      const { note } = found;
      const names: string[] = [];
      const written: string[] = [];
      for (const name of note.attachments) {
        const made = await copy(found, name, true);
        names.push(made?.name ?? name);
        if (made?.isNew === true) written.push(made.name);
      }
      return (text) =>
        text === note.fields.text
          ? (withAttachmentNames(note, names).fields.text ?? '')
          : withAttachmentLines(text, written);
    },
    outcomeOf(file) {
      const outcome = outcomes.get(file);
      if (outcome !== undefined || !all.has(file)) return outcome ?? null;
      return folder === null && files.has(file) ? NOT_COPIED : { kind: 'known' };
    },
    result() {
      return copied.size + notCopied === 0 ? undefined : { copied: copied.size, notCopied, folder };
    },
  };
}

function filesOf(notes: readonly FoundNote[], attachments: Attachments): Set<SourceFile> {
  const files = notes.flatMap(({ note, from }) =>
    note.attachments.map((name) => attachments.find(from, name)),
  );
  return new Set(files.filter((file) => file !== null));
}
