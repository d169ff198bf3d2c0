/**
 * The notes that the account has from earlier imports, by what they say of their origin. Their names alone do not tell: they
 * follow from the note's date, which is an estimate until the cloud has dated it, and a note that the cloud refuses gets
 * another one.
 */
import { isConflictCopy } from '#shared/extra-fields.ts';
import type { NoteId } from '#shared/note.ts';
import type { AllNotes } from '../store/all-notes.ts';
import { isImportedId } from './import-id.ts';
import { keyOf, type Origin, readOrigin, writtenAt } from './incoming-note.ts';
import type { Pace } from '../sync/slices.ts';

export interface ImportedNotes {
  /** The note that came from there with these words, whatever it holds by now; null without one. */
  nameOf(origin: Origin): NoteId | null;
}

/** Reads every note once: 100,000 take about a second, in slices. */
export async function findImported(all: Pick<AllNotes, 'after'>, pace: Pace): Promise<ImportedNotes> {
  const names = new Map<string, NoteId>();
  for (let note = all.after(null); note !== null; note = all.after(note.id)) {
    const { id, extra } = note;
    const origin = readOrigin(extra);
    if (origin !== null) {
      const key = keyOf(origin);
      // A copy that was made here has all fields of its original and is not what was imported.
      const isNamed = isImportedId(id, writtenAt(origin));
      if (isNamed || (!isConflictCopy(extra) && !names.has(key))) names.set(key, id);
    }
    await pace();
  }
  return {
    nameOf: ({ id, words }) =>
      names.get(keyOf({ id, words })) ?? names.get(keyOf({ id, words: null })) ?? null,
  };
}
