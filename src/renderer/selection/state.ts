/** The selection of the page, and the functions that change it. */
import { atom, useAtomValue } from 'jotai';
import type { NoteId } from '#shared/note/note.ts';
import type { View } from '#shared/note/view.ts';
import { store } from '../state/store.ts';
import { showFailure } from '../toast/notices.ts';
import { idsBetween } from './ids.ts';
import { allOf, belongsTo, isSelected, type Selection, someOf, withNotes, withoutNote } from './selection.ts';

export const selectionAtom = atom<Selection | null>(null);

/** The beginning of a range and the selection before it, so that a range that shrinks deselects the rest. */
interface Anchor {
  readonly id: NoteId;
  readonly before: Selection;
}

const anchorAtom = atom<Anchor | null>(null);
/** The selection that `selectAgain` may restore. */
const suspendedAtom = atom<Selection | null>(null);

export function useSelectionIn(view: View): Selection | null {
  const selection = useAtomValue(selectionAtom);
  return selection !== null && belongsTo(selection, view) ? selection : null;
}

export function clearSelection(): void {
  store.set(suspendedAtom, null);
  select(null, null);
}

/** Clears the selection; if the action on it fails, `selectAgain` restores it. */
export function suspendSelection(): void {
  store.set(suspendedAtom, store.get(selectionAtom));
  select(null, null);
}

export function selectAll(view: View): void {
  select(allOf(view), null);
}

/**
 * Restores the selection after an action without effect, unless another one exists by now, or its list or
 * account is no longer shown.
 */
export function selectAgain(selection: Selection): void {
  if (store.get(suspendedAtom) === selection && store.get(selectionAtom) === null) select(selection, null);
}

export function toggleNote(view: View, id: NoteId): void {
  const before = selectionIn(view);
  const next = isSelected(before, id) ? withoutNote(before, id) : withNotes(before, [id]);
  const isNothing = next.of === 'notes' && next.ids.size === 0;
  select(isNothing ? null : next, isNothing ? null : { id, before: next });
}

/**
 * Selects the notes from the beginning of the range to a note.
 * @param from where a range begins if there is none yet
 * @param loaded the ids that this page has, in the list's order; a range beyond them is requested
 */
export function selectUpTo(view: View, from: NoteId, to: NoteId, loaded: readonly NoteId[]): void {
  const range = store.get(anchorAtom) ?? { id: from, before: selectionIn(view) };
  const [anchorIndex, noteIndex] = [loaded.indexOf(range.id), loaded.indexOf(to)];
  if (anchorIndex !== -1 && noteIndex !== -1) {
    const ids = loaded.slice(Math.min(anchorIndex, noteIndex), Math.max(anchorIndex, noteIndex) + 1);
    select(withNotes(range.before, ids), range);
    return;
  }
  const before = withNotes(range.before, [range.id, to]);
  select(before, range);
  idsBetween(view, range.id, to).then((ids) => {
    if (store.get(selectionAtom) === before) select(withNotes(range.before, ids), range);
  }, showFailure);
}

function selectionIn(view: View): Selection {
  const now = store.get(selectionAtom);
  return now !== null && belongsTo(now, view) ? now : someOf(view, []);
}

function select(selection: Selection | null, from: Anchor | null): void {
  store.set(anchorAtom, from);
  store.set(selectionAtom, selection);
}
