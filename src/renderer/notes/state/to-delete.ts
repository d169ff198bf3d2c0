/** The notes that the user is asked about before they are deleted forever; null without a question. */
import { atom } from 'jotai';
import type { NoteRow } from '#shared/note/view.ts';
import type { Selection } from '../../selection/selection.ts';

export type NamedNote = Pick<NoteRow, 'title' | 'excerpt'>;

export type ToDelete = { readonly note: Pick<NoteRow, 'id'> & NamedNote } | { readonly selection: Selection };

export const toDeleteAtom = atom<ToDelete | null>(null);
