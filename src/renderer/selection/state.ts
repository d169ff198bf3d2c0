/** The selection of the page, and how people make one. */
import { atom, useAtomValue } from 'jotai';
import type { ListName, NoteId } from '#shared/note.ts';
import { store } from '../state/store.ts';
import { tellFailure } from '../toast/notices.ts';
import { idsBetween } from './ids.ts';
import {
  allOf,
  belongsTo,
  isSelected,
  type Selection,
  someOf,
  type View,
  withNotes,
  withoutNote,
} from './selection.ts';

/** Null while nothing is selected. */
export const selectionAtom = atom<Selection | null>(null);

/** Where a range begins, and what was selected when it did: a range that gets shorter leaves nothing behind. */
interface Anchor {
  readonly id: NoteId;
  readonly before: Selection;
}

let anchor: Anchor | null = null;
/** What may be selected again. */
let suspended: Selection | null = null;

/** What is selected in this view; null where nothing is. */
export function useSelectionIn(list: ListName, query: string): Selection | null {
  const selection = useAtomValue(selectionAtom);
  return selection !== null && belongsTo(selection, { list, query }) ? selection : null;
}

/** It ends. */
export function clearSelection(): void {
  suspended = null;
  select(null, null);
}

/** It ends, unless what is done to it fails. */
export function suspendSelection(): void {
  suspended = store.get(selectionAtom);
  select(null, null);
}

export function selectAll(view: View): void {
  select(allOf(view), null);
}

/**
 * For an action that did nothing: it is as it was, unless something else is selected by now, or its list or account is not shown
 * any more.
 */
export function selectAgain(selection: Selection): void {
  if (suspended === selection && store.get(selectionAtom) === null) select(selection, null);
}

export function toggleNote(view: View, id: NoteId): void {
  const before = selectionIn(view);
  const next = isSelected(before, id) ? withoutNote(before, id) : withNotes(before, [id]);
  const isNothing = next.of === 'notes' && next.ids.size === 0;
  select(isNothing ? null : next, isNothing ? null : { id, before: next });
}

/**
 * Selects from where the range was begun to a note.
 * @param from where it begins if none was
 * @param loaded the ids that are here, in their order; a range that reaches beyond them is asked for
 */
export function selectUpTo(view: View, from: NoteId, to: NoteId, loaded: readonly NoteId[]): void {
  const range = anchor ?? { id: from, before: selectionIn(view) };
  const [one, other] = [loaded.indexOf(range.id), loaded.indexOf(to)];
  if (one !== -1 && other !== -1) {
    const ids = loaded.slice(Math.min(one, other), Math.max(one, other) + 1);
    select(withNotes(range.before, ids), range);
    return;
  }
  const before = withNotes(range.before, [range.id, to]);
  select(before, range);
  idsBetween(view, range.id, to).then((ids) => {
    if (store.get(selectionAtom) === before) select(withNotes(range.before, ids), range);
  }, tellFailure);
}

function selectionIn(view: View): Selection {
  const now = store.get(selectionAtom);
  return now !== null && belongsTo(now, view) ? now : someOf(view, []);
}

function select(selection: Selection | null, from: Anchor | null): void {
  anchor = from;
  store.set(selectionAtom, selection);
}
