import { expect, test } from 'vitest';
import { estimatedHeight } from '#renderer/masonry/card-heights.ts';
import type { NoteId } from '#shared/note/note.ts';
import type { NoteRow } from '#shared/note/view.ts';

const row = (title: string, excerpt: string): NoteRow => ({
  id: 'n' as NoteId,
  title,
  excerpt,
  clipped: false,
  createdAt: 0,
  editedAt: null,
  pending: false,
  refused: null,
  conflictCopy: false,
  pinned: false,
  color: null,
  labels: [],
});

test('the estimated height of a card grows with its lines, up to the most that a card shows', () => {
  const oneLine = estimatedHeight(row('', 'word'), 260);
  expect(estimatedHeight(row('', 'word\nword'), 260)).toBe(oneLine + 21);
  expect(estimatedHeight(row('', 'word\n'.repeat(100)), 260)).toBe(oneLine + 11 * 21);
  expect(estimatedHeight(row('x'.repeat(100_000), ''), 260)).toBe(oneLine + 2 * 21 + 6);
  expect(estimatedHeight(row('', 'x'.repeat(100)), 260)).toBeGreaterThan(
    estimatedHeight(row('', 'x'.repeat(100)), 900),
  );
});

test('a card whose row has not arrived yet has an estimated height above zero', () => {
  expect(estimatedHeight(undefined, 260)).toBeGreaterThan(0);
});
