/**
 * Ticks lines of notes on their cards: the card shows the tick at once, and an edit of the note makes it
 * durable.
 */
import { useEffect, useRef, useState } from 'react';
import { type Box, findBox, tickEdit, withEdit } from '#shared/text/list-lines.ts';
import { contentOf, type NoteId, type Uid } from '#shared/note/note.ts';
import { createTaskQueue } from '#shared/base/task-queue.ts';
import type { NoteRow } from '#shared/note/view.ts';
import { call } from '../../bridge/client.ts';
import { editComposer } from '../../drafts/composers.ts';
import { useAccount } from '../../session/account.ts';
import { store } from '../../state/store.ts';
import { showNotice, showFailure } from '../../toast/notices.ts';
import { editingAtom } from '../state/editing.ts';
import { recordAction } from '../../toast/undo.ts';
import { editStep, saveEdit } from './save-edit.ts';

/** A tick that the row may not contain yet. */
interface Tick {
  /** The excerpt that showed the box. */
  readonly excerpt: string;
  readonly box: Box;
  /** The row's excerpt when the tick became durable; the next excerpt contains the tick. Null until then. */
  readonly storedAt: string | null;
}

/**
 * @returns the row's excerpt with the ticks that it does not contain yet, and a function that toggles a box
 */
export function useTicks({ id, excerpt }: NoteRow): [string, (box: Box) => void] {
  const uid = useAccount();
  const [ticks, setTicks] = useState<readonly Tick[]>([]);
  const latest = useRef(excerpt);
  useEffect(() => {
    latest.current = excerpt;
  }, [excerpt]);
  const isWaiting = ({ storedAt }: Tick): boolean => storedAt === null || storedAt === excerpt;
  const shown = ticks.filter(isWaiting).reduce(withTick, excerpt);

  const toggle = (box: Box): void => {
    const tick: Tick = { excerpt: shown, box, storedAt: null };
    setTicks((now) => [...now.filter(isWaiting), tick]);
    const settle = (stored: Tick | null): void =>
      setTicks((now) => now.flatMap((pending) => (pending === tick ? (stored ?? []) : pending)));
    inOrder(() => editTick(uid, id, shown, box)).then(
      (isStored) => settle(isStored ? { ...tick, storedAt: latest.current } : null),
      (error: unknown) => {
        settle(null);
        showFailure(error);
      },
    );
  };
  return [shown, toggle];
}

function withTick(text: string, { excerpt, box: shown }: Tick): string {
  const box = findBox(text, excerpt, shown);
  return box === null ? text : withEdit(text, tickEdit(text, box, !shown.isTicked));
}

/** One after the other, because each edit is based on what the one before has left. */
const inOrder = createTaskQueue();

/** @returns whether the note has the tick now */
async function editTick(uid: Uid, id: NoteId, excerpt: string, shown: Box): Promise<boolean> {
  const base = contentOf(await call('notes:get', id));
  // The note has unsaved words, which the person must see first.
  if (editComposer(uid, id).hasDraft) {
    store.set(editingAtom, { id });
    return false;
  }
  const box = findBox(base.text, excerpt, shown);
  if (box === null) {
    showNotice({ text: 'This line has just changed, so nothing was ticked.', failure: true });
    return false;
  }
  if (box.isTicked !== shown.isTicked) return true;
  const content = { ...base, text: withEdit(base.text, tickEdit(base.text, box, !box.isTicked)) };
  const holder = await saveEdit(uid, id, content, base);
  const step = editStep(uid, { id, holder, content, base });
  recordAction({ name: box.isTicked ? 'Untick' : 'Tick', step });
  return true;
}
