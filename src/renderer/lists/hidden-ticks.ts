/**
 * The notes whose ticked lines are hidden, on their cards and in the sheet. Only this device remembers them:
 * their ids are in the page's own storage, until somebody signs out.
 */
import { atom } from 'jotai';
import { isNoteId } from '#shared/note/note-id.ts';
import type { NoteId } from '#shared/note/note.ts';
import { sessionAtom } from '../state/session.ts';
import { store } from '../state/store.ts';

const STORED = 'notes with hidden ticks';
/** The notes that were hidden last; nobody remembers more. */
const MOST = 2000;

/** Null until something has changed. */
const changedAtom = atom<ReadonlySet<NoteId> | null>(null);

/** Read when the first list is drawn, because it may have to wait for the disk. */
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
    // What cannot be read hides nothing.
    return new Set();
  }
}
