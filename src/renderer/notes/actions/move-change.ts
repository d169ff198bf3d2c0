/** What a transition changes of the notes of a list. */
import type { FieldsChange } from '#shared/note/note-change.ts';
import { type ListName, type NoteFlags, type Transition, TRANSITIONS } from '#shared/note/note.ts';

/**
 * The flags of the notes of each list; those of an archived note that another client has also deleted differ,
 * and stay.
 */
const FLAGS: Readonly<Record<ListName, NoteFlags>> = {
  active: { isArchived: false, isDeleted: false },
  archived: { isArchived: true, isDeleted: false },
  trashed: { isArchived: false, isDeleted: true },
};

export function moveChange(transition: Transition, from: ListName): FieldsChange {
  const before = FLAGS[from];
  const after: Partial<NoteFlags> = TRANSITIONS[transition];
  const isChanged = (name: keyof NoteFlags): boolean =>
    after[name] !== undefined && after[name] !== before[name];
  const valuesOf = (flags: Partial<NoteFlags>): Partial<NoteFlags> => ({
    ...(isChanged('isArchived') && { isArchived: flags.isArchived ?? false }),
    ...(isChanged('isDeleted') && { isDeleted: flags.isDeleted ?? false }),
  });
  return { from: valuesOf(before), to: valuesOf(after) };
}
