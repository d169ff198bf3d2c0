import { randomBytes } from 'node:crypto';
import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { anyCodePoint } from '#tests/support/arbitraries.ts';
import { hasContent, listOf, nameOfNote, TRANSITIONS } from '#shared/note/note.ts';
import { isNoteId, makeNoteId } from '#shared/note/note-id.ts';
import { utf8Length } from '#shared/text/utf8.ts';

test.each([
  ['Bread', 'rye', 'Bread'],
  [' ', '\n  \nrye\nwheat', 'rye'],
  ['\n  Bread\nwhite', 'rye', 'Bread'],
  [' ', '\r\n ', ''],
  ['', '☐ \n  ☑ milk\n☐ tea', 'milk'],
  ['', '- [ ] milk', 'milk'],
])('a note is named by the first line with words of its title or text: %j, %j', (title, text, name) => {
  expect(nameOfNote(title, text)).toBe(name);
});

describe('§3 lists', () => {
  test.each([
    [false, false, 'active'],
    [false, true, 'trashed'],
    [true, false, 'archived'],
    [true, true, 'archived'],
  ] as const)(
    'a note with isArchived %s and isDeleted %s is in the list "%s"',
    (isArchived, isDeleted, list) => {
      expect(listOf({ isArchived, isDeleted })).toBe(list);
    },
  );

  test.each([
    ['archive', 'archived'],
    ['unarchive', 'active'],
    ['trash', 'trashed'],
    ['restore', 'active'],
  ] as const)('§4 the transition "%s" moves a note to the list "%s"', (transition, list) => {
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
  test('new note ids are 20 letters and digits and differ', () => {
    const ids = new Set(Array.from({ length: 1_000 }, () => makeNoteId(randomBytes)));
    expect(ids.size).toBe(1_000);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{20}$/);
  });

  test('creating a note id skips the bytes that would favour the first letters', () => {
    const bytes = [...Array.from({ length: 38 }, () => 248), 61, 62];
    const id = makeNoteId(() => Uint8Array.from(bytes));
    expect(id).toBe('9A'.repeat(10));
  });

  test.each(['', '.', '..', 'a/b', '__x__', 'é'.repeat(751), '\uD800'])('%j is not a note id', (id) => {
    expect(isNoteId(id)).toBe(false);
  });

  test.each(['a', '__x', 'é'.repeat(750), 'any text, really'])(
    '%j is a valid note id of another client',
    (id) => {
      expect(isNoteId(id)).toBe(true);
    },
  );
});

test('utf8Length equals the length from TextEncoder', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint }), (text) => {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
    }),
  );
  expect(utf8Length('\uD800')).toBe(3);
});
