import { expect, test } from 'vitest';
import { changeFields } from '#account/sync/change-fields.ts';
import { moveChange } from '#renderer/notes/actions/move-change.ts';
import { type ListName, listOf, type NoteFields, type Transition, TRANSITIONS } from '#shared/note/note.ts';
import { fields } from '#tests/support/fields.ts';

const START: Record<ListName, NoteFields> = {
  active: fields('a', ''),
  archived: fields('a', '', { isArchived: true }),
  trashed: fields('a', '', { isDeleted: true }),
};

test.each([
  ['active', 'archive'],
  ['active', 'trash'],
  ['archived', 'unarchive'],
  ['archived', 'trash'],
  ['trashed', 'restore'],
] as const)('Undo brings a note back to %s after %s', (from, transition: Transition) => {
  const note: NoteFields = { ...START[from], ...TRANSITIONS[transition] };
  expect(listOf(note)).not.toBe(from);
  const { from: before, to: after } = moveChange(transition, from);
  expect(changeFields(note, { from: after, to: before })).toMatchObject({
    fields: START[from],
    isLeft: false,
  });
});
