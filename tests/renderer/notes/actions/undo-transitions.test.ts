import { expect, test } from 'vitest';
import { undoTransitions } from '#renderer/notes/actions/undo-transitions.ts';
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
    let note: NoteFields = { ...START[from], ...TRANSITIONS[transition] };
    const moved = listOf(note);
    expect(moved).not.toBe(from);
    for (const step of undoTransitions(transition, from)) {
      note = Object.assign({}, note, TRANSITIONS[step]);
      expect([moved, from]).toContain(listOf(note));
    }
    expect(note).toEqual(START[from]);
  },
);
