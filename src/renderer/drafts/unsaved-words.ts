/** Which notes have a draft, and which places have words that could not be stored on this device. */
import { atom } from 'jotai';
import type { NoteId } from '#shared/note/note.ts';
import { store } from '../state/store.ts';

/** Notes whose composer has a draft, including the open note. */
export const draftedNotesAtom = atom<ReadonlySet<NoteId>>(new Set<NoteId>());

export function markDrafted(id: NoteId, hasDraft: boolean): void {
  const drafted = store.get(draftedNotesAtom);
  if (drafted.has(id) === hasDraft) return;
  store.set(draftedNotesAtom, hasDraft ? drafted.union(new Set([id])) : drafted.difference(new Set([id])));
}

/** Places with typed words that could not be stored yet, for example on a full disk. */
const unstoredAtom = atom<ReadonlySet<string>>(new Set<string>());

export const hasUnstoredWordsAtom = atom((get) => get(unstoredAtom).size > 0);

/** @param place the composer's name */
export function markUnstored(place: string, isUnstored: boolean): void {
  store.set(unstoredAtom, (places) =>
    isUnstored ? places.union(new Set([place])) : places.difference(new Set([place])),
  );
}

/** Resets both when the page leaves the account. */
export function forgetDrafted(): void {
  store.set(unstoredAtom, new Set<string>());
  store.set(draftedNotesAtom, new Set<NoteId>());
}
