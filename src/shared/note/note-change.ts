/** A change of notes that can be undone: an action of the user, field by field. */
import type { Marks } from './marks.ts';
import type { NoteContent, NoteFlags, NoteId } from './note.ts';

/** Values of some fields; a missing field stays unchanged. Labels are added and removed one by one. */
export interface FieldValues extends Marks, Partial<NoteFlags> {
  readonly words?: NoteContent;
  /** Empty for a note that is not a conflict copy. */
  readonly conflictOf?: NoteId | '';
}

/** Turns one value of each field into another. */
export interface FieldsChange {
  readonly from: FieldValues;
  readonly to: FieldValues;
}

/** The same change of several notes. */
export interface NotesChange extends FieldsChange {
  readonly ids: readonly NoteId[];
}

/** The answer to a change. */
export interface ChangeResult {
  /** Undoes the changes that were really made. */
  readonly reverse: readonly NotesChange[];
  /** Notes that were not fully changed, because they no longer had the values of `from`. */
  readonly left: readonly NoteId[];
}

export function reverseOf({ ids, from, to }: NotesChange): NotesChange {
  return { ids, from: to, to: from };
}

/** Combines equal changes of different notes into one, in the order in which each came first. */
export function groupChanges(changes: Iterable<NotesChange>): readonly NotesChange[] {
  const groups = new Map<
    string,
    { readonly ids: NoteId[]; readonly from: FieldValues; readonly to: FieldValues }
  >();
  for (const { ids, from, to } of changes) {
    const key = JSON.stringify([from, to]);
    const group = groups.get(key) ?? { ids: [], from, to };
    group.ids.push(...ids);
    groups.set(key, group);
  }
  return [...groups.values()];
}
