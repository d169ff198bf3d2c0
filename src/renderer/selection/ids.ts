/**
 * The ids of a selection, and of a view. A page has the ids of a few hundred notes at most, and requests the
 * others.
 */
import { type IdsPage, MOST_AT_ONCE } from '#shared/ipc/bulk.ts';
import type { NoteId } from '#shared/note/note.ts';
import type { View } from '#shared/note/view.ts';
import { call } from '../bridge/client.ts';
import { isSelected, type Selection } from './selection.ts';

/**
 * Each id once, as selected or, for `of: 'all'`, in the list's order; a note moved meanwhile may be missing.
 */
export async function idsOf(selection: Selection): Promise<readonly NoteId[]> {
  if (selection.of === 'notes') return [...selection.ids];
  const ids = new Set<NoteId>();
  for await (const page of pagesOf(selection)) {
    for (const id of page) if (isSelected(selection, id)) ids.add(id);
  }
  return [...ids];
}

/** Includes both ends; empty if one of them is not in the view. */
export async function idsBetween(
  view: View,
  firstEnd: NoteId,
  secondEnd: NoteId,
): Promise<readonly NoteId[]> {
  const ids: NoteId[] = [];
  for await (const page of pagesOf(view)) {
    for (const id of page) {
      const isEnd = id === firstEnd || id === secondEnd;
      if (ids.length > 0 || isEnd) ids.push(id);
      if (isEnd && (ids.length > 1 || firstEnd === secondEnd)) return ids;
    }
  }
  return [];
}

/** @returns -1 if the note is not in the view */
export async function indexInView(view: View, id: NoteId): Promise<number> {
  let above = 0;
  for await (const page of pagesOf(view)) {
    const at = page.indexOf(id);
    if (at !== -1) return above + at;
    above += page.length;
  }
  return -1;
}

async function* pagesOf({ list, query, labels }: View): AsyncGenerator<readonly NoteId[], void> {
  let below: IdsPage['below'] = null;
  do {
    const page: IdsPage = await call('notes:ids', { list, query, labels, below, limit: MOST_AT_ONCE });
    yield page.ids;
    below = page.below;
  } while (below !== null);
}
