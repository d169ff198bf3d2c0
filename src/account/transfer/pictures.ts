/** The pictures and recordings of the notes of one import: the person is asked for a folder once, and only where there are any. */
import type { ImportResult } from '#shared/transfer.ts';
import { type Attachments, createCopier, indexAttachments } from './attachments.ts';
import type { Findings, FoundNote } from './findings.ts';
import type { ImportProgress } from './import-progress.ts';
import type { IncomingNote } from './incoming-note.ts';
import { withAttachmentNames } from './keep-note.ts';
import type { Pace } from '../sync/slices.ts';
import type { SourceFile } from './sources.ts';
import { isSystemError, reasonOf, UnreadableError } from './transfer-error.ts';

export interface Pictures {
  /** Copies the note's files. @returns the note, with the names that the copies have */
  copyOf(found: FoundNote): Promise<IncomingNote>;
  result(): ImportResult['pictures'];
}

export interface PicturesPorts {
  readonly choosePictureFolder?: () => Promise<string | null>;
  readonly findings: Findings;
  readonly progress: ImportProgress;
  readonly pace: Pace;
}

/** @param added the notes that are new */
export async function createPictures(
  added: readonly FoundNote[],
  media: readonly SourceFile[],
  { choosePictureFolder, findings, progress, pace }: PicturesPorts,
): Promise<Pictures> {
  const attachments = indexAttachments(media);
  const files = filesOf(added, attachments);
  const folder = files.size > 0 ? ((await choosePictureFolder?.()) ?? null) : null;
  const bytes = [...files].reduce((sum, file) => sum + file.bytes, 0);
  progress.beginAdding({ notes: added.length, bytes: folder === null ? 0 : bytes });
  const copier =
    folder === null ? null : createCopier({ folder, pace, onBytes: (count) => progress.addBytes(count) });
  let notCopied = 0;

  /** @returns the name that the file has from now on */
  async function copy({ note, from }: FoundNote, name: string): Promise<string> {
    const file = attachments.find(from, name);
    try {
      if (file === null) throw new UnreadableError('It was not among the files.');
      if (copier !== null) return await copier.copy(file);
    } catch (error) {
      if (!(error instanceof UnreadableError) && !isSystemError(error)) throw error;
      findings.addLoss(note, `The file ${name} could not be copied. ${reasonOf(error)}`);
    }
    notCopied += 1;
    return name;
  }

  return {
    async copyOf(found) {
      const { note } = found;
      const names: string[] = [];
      for (const name of note.attachments) names.push(await copy(found, name));
      const isSame = names.every((name, index) => name === note.attachments[index]);
      return isSame ? note : withAttachmentNames(note, names);
    },
    result() {
      const copied = copier?.copied ?? 0;
      return copied + notCopied === 0 ? undefined : { copied, notCopied, folder };
    },
  };
}

function filesOf(added: readonly FoundNote[], attachments: Attachments): Set<SourceFile> {
  const files = added.flatMap(({ note, from }) =>
    note.attachments.map((name) => attachments.find(from, name)),
  );
  return new Set(files.filter((file) => file !== null));
}
