/** Notes with unsaved typed words, for example after a crash, except the open note. */
import { atom } from 'jotai';
import type { NoteId } from '#shared/note/note.ts';
import { draftedNotesAtom } from '../../drafts/unsaved-words.ts';
import { editingAtom } from './editing.ts';

export const unsavedNotesAtom = atom((get): ReadonlySet<NoteId> => {
  const drafted = get(draftedNotesAtom);
  const open = get(editingAtom)?.id;
  return open !== undefined && drafted.has(open) ? drafted.difference(new Set([open])) : drafted;
});
