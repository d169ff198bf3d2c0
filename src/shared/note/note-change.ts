/** Changes that the user makes to the fields of notes, and how they are undone. */
import type { Marks } from './marks.ts';
import type { NoteContent, NoteFlags, NoteId } from './note.ts';

/** Values of some fields; a missing field stays unchanged. Labels are added and removed one by one. */
export interface FieldValues extends Marks, Partial<NoteFlags> {
  readonly words?: NoteContent;
  /** Empty for a note that is not a conflict copy. */
  readonly conflictOf?: NoteId | '';
}

/**
 * Gives fields other values, as `TRANSITIONS` and marks do. A field that `from` names is changed only if it
 * has that value (S5.12), any other one whatever it has; labels are added and removed without regard to
 * `from`. Words need theirs in `from`, with which they are merged.
 */
export interface FieldsChange {
  readonly from?: FieldValues;
  readonly to: FieldValues;
}

export interface NotesChange extends FieldsChange {
  readonly ids: readonly NoteId[];
}

export interface ChangeResult {
  /** Undoes the changes that were really made. A note that it does not name has not changed. */
  readonly reverse: readonly NotesChange[];
  /** Notes that were not fully changed: a field has another value than in `from`, or refuses the labels. */
  readonly skipped: readonly NoteId[];
}

export function reverseOf({ ids, from, to }: Required<NotesChange>): NotesChange {
  return { ids, from: to, to: from };
}

/** Combines equal changes of different notes into one, in the order in which each came first. */
export function groupChanges(changes: Iterable<NotesChange>): readonly NotesChange[] {
  const groups = new Map<string, FieldsChange & { readonly ids: NoteId[] }>();
  for (const { ids, ...change } of changes) {
    const key = JSON.stringify(change);
    const group = groups.get(key) ?? { ids: [], ...change };
    group.ids.push(...ids);
    groups.set(key, group);
  }
  return [...groups.values()];
}
