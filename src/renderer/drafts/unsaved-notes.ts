/** The notes with words that are typed and not saved, such as those that a crash has left. The open note is none of them. */
import { atom } from 'jotai';
import type { NoteId } from '#shared/note/note.ts';
import { editingAtom } from '../notes/state/editing.ts';
import { store } from '../state/store.ts';

/** The notes whose composer has a draft, the open one as well. */
const draftedAtom = atom<ReadonlySet<NoteId>>(new Set<NoteId>());

export const unsavedNotesAtom = atom((get): ReadonlySet<NoteId> => {
  const drafted = get(draftedAtom);
  const open = get(editingAtom)?.id;
  return open !== undefined && drafted.has(open) ? drafted.difference(new Set([open])) : drafted;
});

/** @param hasDraft whether the note has words that are not saved */
export function markDrafted(id: NoteId, hasDraft: boolean): void {
  const drafted = store.get(draftedAtom);
  if (drafted.has(id) === hasDraft) return;
  store.set(draftedAtom, hasDraft ? drafted.union(new Set([id])) : drafted.difference(new Set([id])));
}

/** The places with typed words that this device could not store so far, such as on a full disk. */
const unstoredAtom = atom<ReadonlySet<string>>(new Set<string>());

export const hasUnstoredWordsAtom = atom((get) => get(unstoredAtom).size > 0);

/** @param place names the composer */
export function markUnstored(place: string, isUnstored: boolean): void {
  store.set(unstoredAtom, (places) =>
    isUnstored ? places.union(new Set([place])) : places.difference(new Set([place])),
  );
}

/** The page has left the account. */
export function forgetDrafted(): void {
  store.set(unstoredAtom, new Set<string>());
  store.set(draftedAtom, new Set<NoteId>());
}
