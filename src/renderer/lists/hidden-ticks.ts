/**
 * The notes whose ticked lines are hidden, on their cards and in the sheet. Stored on this device only, in
 * the page's storage, until sign-out.
 */
import { atom } from 'jotai';
import { isNoteId } from '#shared/note/note-id.ts';
import type { NoteId } from '#shared/note/note.ts';
import { sessionAtom } from '../state/session.ts';
import { store } from '../state/store.ts';

const STORED = 'notes with hidden ticks';
/** How many notes are remembered, the latest ones. */
const MOST = 2000;

const changedAtom = atom<ReadonlySet<NoteId> | null>(null);

/** Read lazily by the first list, because reading may wait for the disk. */
export const hiddenTicksAtom = atom((get) => get(changedAtom) ?? readStored());

store.sub(sessionAtom, () => {
  if (store.get(sessionAtom).status !== 'signed-out') return;
  store.set(changedAtom, new Set());
  localStorage.removeItem(STORED);
});

export function hideTicks(id: NoteId, isHidden: boolean): void {
  const otherIds = [...store.get(hiddenTicksAtom)].filter((hiddenId) => hiddenId !== id);
  const ids = isHidden ? [...otherIds, id].slice(-MOST) : otherIds;
  store.set(changedAtom, new Set(ids));
  localStorage.setItem(STORED, JSON.stringify(ids));
}

function readStored(): ReadonlySet<NoteId> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return new Set(
      Array.isArray(ids) ? ids.filter((id): id is NoteId => typeof id === 'string' && isNoteId(id)) : [],
    );
  } catch {
    // Unreadable storage hides nothing.
    return new Set();
  }
}
