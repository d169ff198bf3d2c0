/** Which note the edit dialog shows; null while it is closed (spec §2). */
import { atom } from 'jotai';
import type { NoteContent, NoteId } from '#shared/note.ts';

export interface Editing {
  readonly id: NoteId;
  /** What had been typed when the dialog was closed without saving, brought back by Undo. */
  readonly draft?: NoteContent;
}

export const editingAtom = atom<Editing | null>(null);
