import * as fc from 'fast-check';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { NoteId } from '#shared/note.ts';
import { EXCERPT_LENGTH } from '#shared/view.ts';
import { openDatabase } from '#main/store/open.ts';
import { createRemovedNotes, type RemovedNotesTable } from '#main/store/removed-notes.ts';
import type { RemovedNote } from '#main/sync/ports.ts';
import { fields } from '#tests/support/fields.ts';

let removed: RemovedNotesTable;
beforeEach(() => {
  const db = openDatabase(':memory:');
  onTestFinished(() => void db.close());
  removed = createRemovedNotes(db);
});

function removedNote(id: string, removedAt: number, text = ''): RemovedNote {
  return { id: id as NoteId, fields: fields(id, text), extra: {}, created: 1, removedAt };
}

const words = fc.option(
  fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => text.isWellFormed()),
  { nil: null },
);
const anyRemoved: fc.Arbitrary<RemovedNote> = fc.record({
  id: fc.constantFrom('a', 'b').map((id) => id as NoteId),
  fields: fc.record({ title: words, text: words, isArchived: fc.boolean(), isDeleted: fc.boolean() }),
  extra: fc.constantFrom({}, { mood: { stringValue: '🙂\0' } }, { n: { doubleValue: '-0' as const } }),
  created: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  removedAt: fc.nat(),
});

describe('[S6] removed notes', () => {
  test('come back as they were kept, unknown fields and every character included', () => {
    fc.assert(
      fc.property(anyRemoved, (note) => {
        removed.keep(note);
        expect(removed.read(note.id)).toEqual(note);
      }),
    );
  });

  test('of the size of the largest notes are kept whole and listed by their beginning', () => {
    const text = `${'x'.repeat(EXCERPT_LENGTH - 1)}😀${'y'.repeat(1_000_000)}`;
    removed.keep(removedNote('a', 1, text));
    expect(removed.read('a' as NoteId)?.fields.text === text).toBe(true);
    expect(removed.page(0, 1).rows[0]?.excerpt).toBe('x'.repeat(EXCERPT_LENGTH - 1));
  });

  test('are listed newest first, one window at a time', () => {
    for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) removed.keep(removedNote(id, index));
    const { total, rows } = removed.page(1, 2);
    expect(total).toBe(4);
    expect(rows.map(({ id }) => id)).toEqual(['c', 'b']);
  });

  test('go when they are dropped, or when they are older than asked for', () => {
    for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) removed.keep(removedNote(id, index));
    removed.dropBefore(2);
    removed.drop('d' as NoteId);
    removed.drop('never there' as NoteId);
    expect(removed.page(0, 9).rows.map(({ id }) => id)).toEqual(['c']);
    expect(removed.read('a' as NoteId)).toBeNull();
  });
});
