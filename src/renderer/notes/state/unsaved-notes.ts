/**
 * The notes with words that are typed and not saved, such as those that a crash has left. The open note is
 * none of them.
 */
import { atom } from 'jotai';
import type { NoteId } from '#shared/note/note.ts';
import { draftedNotesAtom } from '../../drafts/unsaved-words.ts';
import { editingAtom } from './editing.ts';

export const unsavedNotesAtom = atom((get): ReadonlySet<NoteId> => {
  const drafted = get(draftedNotesAtom);
  const open = get(editingAtom)?.id;
  return open !== undefined && drafted.has(open) ? drafted.difference(new Set([open])) : drafted;
});
