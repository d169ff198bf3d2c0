/**
 * The selection in a view: some notes, or all notes except some, however many there are. A selection belongs
 * to its view and has no meaning in another. Pure.
 */
import type { NoteId } from '#shared/note/note.ts';
import { isSameSearch, type View } from '#shared/note/view.ts';

export type Selection = View &
  (
    | { readonly of: 'notes'; readonly ids: ReadonlySet<NoteId> }
    | { readonly of: 'all'; readonly except: ReadonlySet<NoteId> }
  );

export function allOf({ list, query, labels }: View): Selection {
  return { list, query, labels, of: 'all', except: new Set() };
}

export function someOf({ list, query, labels }: View, ids: Iterable<NoteId>): Selection {
  return { list, query, labels, of: 'notes', ids: new Set(ids) };
}

export function belongsTo(selection: Selection, view: View): boolean {
  return selection.list === view.list && isSameSearch(selection, view);
}

export function isSelected(selection: Selection, id: NoteId): boolean {
  return selection.of === 'all' ? !selection.except.has(id) : selection.ids.has(id);
}

export function withNotes(selection: Selection, ids: Iterable<NoteId>): Selection {
  if (selection.of === 'notes') return { ...selection, ids: selection.ids.union(new Set(ids)) };
  return { ...selection, except: selection.except.difference(new Set(ids)) };
}

export function withoutNote(selection: Selection, id: NoteId): Selection {
  if (selection.of === 'all') return { ...selection, except: new Set([...selection.except, id]) };
  return { ...selection, ids: selection.ids.difference(new Set([id])) };
}

export function sizeOf(selection: Selection, total: number): number {
  return selection.of === 'notes' ? selection.ids.size : Math.max(0, total - selection.except.size);
}
