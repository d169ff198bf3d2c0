import { expect, test } from 'vitest';
import { shareIds, shareRows } from '#renderer/notes/state/view-window.ts';
import type { NoteId } from '#shared/note/note.ts';
import type { NoteRow } from '#shared/note/view.ts';

const row = (id: string, patch: Partial<NoteRow> = {}): NoteRow => ({
  id: id as NoteId,
  title: id,
  excerpt: '',
  clipped: false,
  createdAt: 1,
  editedAt: null,
  pending: false,
  refused: null,
  conflictCopy: false,
  pinned: false,
  color: null,
  labels: [],
  ...patch,
});

test('rows that equal earlier rows stay the same objects, wherever they moved', () => {
  const before = [row('a'), row('b')];
  const after = shareRows(before, [row('new'), row('a'), row('b', { pending: true })]);
  expect(after[1]).toBe(before[0]);
  expect(after[2]).toEqual(row('b', { pending: true }));
  expect(after[2]).not.toBe(before[1]);
});

test('the array of rows stays the same object only if no row changed, moved or left', () => {
  const before = [row('a'), row('b')];
  expect(shareRows(before, [row('a'), row('b')])).toBe(before);
  expect(shareRows(before, [row('b'), row('a')])).not.toBe(before);
  expect(shareRows(before, [row('a')])).toEqual([row('a')]);
});

test('the array of ids stays the same object if only the content of rows changed', () => {
  const ids = shareIds([], [row('a'), row('b')]);
  expect(shareIds(ids, [row('a', { title: 'x' }), row('b')])).toBe(ids);
  expect(shareIds(ids, [row('b'), row('a')])).toEqual(['b', 'a']);
});
