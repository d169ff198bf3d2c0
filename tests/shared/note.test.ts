import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCodePoint } from '#tests/support/arbitraries.ts';
import { hasContent, listOf, TRANSITIONS } from '#shared/note.ts';
import { isNoteId, makeNoteId } from '#shared/note-id.ts';
import { utf8Length } from '#shared/utf8.ts';

describe('§3 lists', () => {
  test.each([
    [false, false, 'active'],
    [false, true, 'trashed'],
    [true, false, 'archived'],
    [true, true, 'archived'],
  ] as const)('archived %s, deleted %s: %s', (isArchived, isDeleted, list) => {
    expect(listOf({ isArchived, isDeleted })).toBe(list);
  });

  test.each([
    ['archive', 'archived'],
    ['unarchive', 'active'],
    ['trash', 'trashed'],
    ['restore', 'active'],
  ] as const)('§4 %s leads to %s', (transition, list) => {
    const before = { isArchived: transition === 'unarchive', isDeleted: transition === 'restore' };
    expect(listOf({ ...before, ...TRANSITIONS[transition] })).toBe(list);
  });
});

test('§5 a note needs a title or a text', () => {
  expect(hasContent({ title: '', text: '' })).toBe(false);
  expect(hasContent({ title: ' ', text: '' })).toBe(true);
  expect(hasContent({ title: '', text: 'x' })).toBe(true);
});

describe('ids', () => {
  test('are 20 characters of the alphabet and differ', () => {
    const ids = new Set(Array.from({ length: 1_000 }, () => makeNoteId(randomBytes)));
    expect(ids.size).toBe(1_000);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{20}$/);
  });

  test('skip the bytes that would favour the first letters', () => {
    const bytes = [...Array.from({ length: 38 }, () => 248), 61, 62];
    const id = makeNoteId(() => Uint8Array.from(bytes));
    expect(id).toBe('9A'.repeat(10));
  });

  test.each(['', '.', '..', 'a/b', '__x__', 'é'.repeat(751), '\uD800'])('%j is none', (id) => {
    expect(isNoteId(id)).toBe(false);
  });

  test.each(['a', '__x', 'é'.repeat(750), 'any text, really'])('%j is one of another client', (id) => {
    expect(isNoteId(id)).toBe(true);
  });
});

test('the length in UTF-8 is the encoder’s', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint }), (text) => {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
    }),
  );
  expect(utf8Length('\uD800')).toBe(3);
});
