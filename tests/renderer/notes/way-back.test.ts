import { expect, test } from 'vitest';
import { wayBack } from '#renderer/notes/way-back.ts';
import { type ListName, listOf, type NoteFields, type Transition, TRANSITIONS } from '#shared/note.ts';
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
] as const)(
  'Undo brings a note back to %s after %s, through no other list',
  (from, transition: Transition) => {
    let fields: NoteFields = { ...START[from], ...TRANSITIONS[transition] };
    const moved = listOf(fields);
    expect(moved).not.toBe(from);
    for (const step of wayBack(transition, from)) {
      fields = Object.assign({}, fields, TRANSITIONS[step]);
      expect([moved, from]).toContain(listOf(fields));
    }
    expect(fields).toEqual(START[from]);
  },
);
