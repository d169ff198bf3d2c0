/** The note in the edit dialog; null while it is closed (spec §2). */
import { atom } from 'jotai';
import type { NoteId } from '#shared/note/note.ts';

export interface Editing {
  readonly id: NoteId;
  /** Whether to open the comparison of a conflict copy. */
  readonly compare?: true;
}

export const editingAtom = atom<Editing | null>(null);
