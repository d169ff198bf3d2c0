import { describe, expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { allOf, isSelected, sizeOf, someOf, withNotes, withoutNote } from '#renderer/selection/selection.ts';

const VIEW = { list: 'active', query: '', labels: [] } as const;
const [a, b, c] = ['a', 'b', 'c'] as [string, string, string] as unknown as [NoteId, NoteId, NoteId];

describe('some notes', () => {
  test('notes are added to a selection and removed from it, each counted once', () => {
    const both = withNotes(someOf(VIEW, [a]), [a, b]);
    expect([isSelected(both, a), isSelected(both, b), isSelected(both, c)]).toEqual([true, true, false]);
    expect(sizeOf(both, 100)).toBe(2);
    expect(sizeOf(withoutNote(both, a), 100)).toBe(1);
  });
});

describe('all notes', () => {
  test('a selection of all notes counts the notes of the view except the excluded ones', () => {
    const rest = withoutNote(withoutNote(allOf(VIEW), a), b);
    expect([isSelected(rest, a), isSelected(rest, c)]).toEqual([false, true]);
    expect(sizeOf(rest, 100_000)).toBe(99_998);
    expect(sizeOf(withNotes(rest, [b, c]), 100_000)).toBe(99_999);
  });

  test('a selection of all notes never counts below zero, however many notes leave', () => {
    expect(sizeOf(withoutNote(allOf(VIEW), a), 0)).toBe(0);
  });
});
