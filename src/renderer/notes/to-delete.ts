/** What somebody is asked about before it is deleted forever; null while nobody is asked. */
import { atom } from 'jotai';
import type { NoteRow } from '#shared/view.ts';
import type { Selection } from '../selection/selection.ts';

export type NamedNote = Pick<NoteRow, 'title' | 'excerpt'>;

export type ToDelete = { readonly note: Pick<NoteRow, 'id'> & NamedNote } | { readonly selection: Selection };

export const toDeleteAtom = atom<ToDelete | null>(null);
