/** What somebody did while they were offline for days: new notes, and edits of existing ones. */
import type { NoteContent } from '#shared/note/note.ts';
import { manyRealisticNotes } from '#tests/support/realistic-notes.ts';

export const CHANGES = 1_000;
const ADDED = 600;
/** How many notes an account needs for the edits: each edit is of another note. */
export const EDITED = CHANGES - ADDED;

export function addedNotes(seed: number): NoteContent[] {
  return manyRealisticNotes(ADDED, seed).map(({ title, text }) => ({ title, text }));
}

export function edited({ title, text }: NoteContent): NoteContent {
  return { title, text: `${text}\nand one line more` };
}
