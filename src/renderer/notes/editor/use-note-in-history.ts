/**
 * Keeps the open note in the page's history, in the state of an entry above that of its screen. So going back
 * closes the note, even after a reload, and a note is never open over another screen. Reads the browser's
 * history directly: the router reports a change late, on a slow machine by a second or more, and skips an
 * entry that was left by then.
 */
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { NoteId, Uid } from '#shared/note/note.ts';
import { isNoteId } from '#shared/note/note-id.ts';
import { currentPath } from '../../state/navigation.ts';
import { store } from '../../state/store.ts';
import { editingAtom } from '../state/editing.ts';
import { leaveDialog } from './editor.ts';

export function useNoteInHistory(uid: Uid): void {
  const opened = useAtomValue(editingAtom)?.id ?? null;
  const here = useLocation();
  const navigate = useNavigate();
  /** The note that was open when it was last compared with the history. */
  const lastOpen = useRef<NoteId | null>(null);
  /** Whether the page is going back from the entry of a closed note, which takes a moment. */
  const isLeaving = useRef(false);

  const followNote = useEffectEvent(() => {
    const open = openNow();
    lastOpen.current = open;
    if (isLeaving.current) return;
    const inHistory = noteInHistory(uid);
    if (open === inHistory) return;
    if (open !== null) {
      void navigate(currentPath(), { state: { uid, note: open }, replace: inHistory !== null });
    } else {
      isLeaving.current = true;
      void navigate(-1);
    }
  });
  const followHistory = useEffectEvent(() => {
    const open = openNow();
    // Opening a note on another screen changes both the note and the path; the history follows in a moment.
    if (isLeaving.current || open !== lastOpen.current) return;
    const inHistory = noteInHistory(uid);
    if (open === inHistory) return;
    if (inHistory === null) {
      leaveDialog();
      return;
    }
    lastOpen.current = inHistory;
    store.set(editingAtom, { id: inHistory });
  });
  const onPopState = useEffectEvent(() => {
    const wasLeaving = isLeaving.current;
    isLeaving.current = false;
    // Another note may have been opened meanwhile.
    if (wasLeaving) followNote();
    else followHistory();
  });

  useEffect(() => {
    if (lastOpen.current !== opened) followNote();
  }, [opened]);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- changes after a link's navigation, which emits no event
  useEffect(() => followHistory(), [here]);
  useEffect(() => {
    const listener = (): void => onPopState();
    window.addEventListener('popstate', listener);
    return () => window.removeEventListener('popstate', listener);
  }, []);
}

function openNow(): NoteId | null {
  return store.get(editingAtom)?.id ?? null;
}

/** The note in the state of the current history entry; null if there is none, or another account's. */
function noteInHistory(uid: Uid): NoteId | null {
  const state: unknown = history.state;
  // The router keeps our state under `usr`.
  const entry = typeof state === 'object' && state !== null && 'usr' in state ? state.usr : null;
  if (typeof entry !== 'object' || entry === null || !('uid' in entry) || !('note' in entry)) return null;
  const { note } = entry;
  return entry.uid === uid && typeof note === 'string' && isNoteId(note) ? note : null;
}
