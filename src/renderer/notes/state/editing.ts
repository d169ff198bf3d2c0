/** Which note the edit dialog shows; null while it is closed (spec §2). */
import { atom } from 'jotai';
import type { NoteContent, NoteId } from '#shared/note.ts';

export interface Editing {
  readonly id: NoteId;
  /** Words that were typed before, brought back by Undo or after a crash. */
  readonly draft?: EditDraft;
  /** Whether to open the comparison of a conflict copy with its note. */
  readonly compare?: true;
}

export interface EditDraft {
  readonly content: NoteContent;
  /** What the note held when the typing began. A remote change since then is merged with the edit, never overwritten (S5). */
  readonly base: NoteContent;
}

export const editingAtom = atom<Editing | null>(null);
