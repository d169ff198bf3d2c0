/** The notes whose cards do not show their ticked lines, until the page is closed. */
import { atom } from 'jotai';
import type { NoteId } from '#shared/note.ts';
import { store } from '../state/store.ts';

export const hiddenTicksAtom = atom<ReadonlySet<NoteId>>(new Set<NoteId>());

export function toggleHiddenTicks(id: NoteId): void {
  store.set(hiddenTicksAtom, (ids) => {
    const rest = new Set(ids);
    if (!rest.delete(id)) rest.add(id);
    return rest;
  });
}
