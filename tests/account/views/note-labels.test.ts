import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import { labelKey } from '#shared/note/labels.ts';
import type { NoteId } from '#shared/note/note.ts';
import { createNoteStore } from '#account/tables/note-store.ts';
import { createLabels } from '#account/views/labels.ts';
import { LIST_OF } from '#tests/support/list-of.ts';
import { fields } from '#tests/support/fields.ts';
import { openConnection, settledNote } from '../support/store.ts';

/**
 * A note has each label in one spelling; other notes may have another. There are few values, so that many
 * steps change only the list of a note or only its labels.
 */
const anyLabels = fc.constantFrom(['Work'], ['work', 'ä'], ['ä', 'two words', 'Work'], null);

const anyStep = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  created: fc.constantFrom(1, 1, 1, 2),
  labels: anyLabels,
  flags: fc.record({
    isArchived: fc.boolean(),
    isDeleted: fc.boolean(),
    isPinned: fc.constantFrom(true, null),
  }),
  fate: fc.constantFrom('stays', 'stays', 'is marked as gone', 'is deleted for ever', 'goes'),
});
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

function writeStep(store: ReturnType<typeof createNoteStore>, step: Step): void {
  const { id, created, labels, flags, fate } = step;
  const note = settledNote(id, 'text', created);
  const local = { ...fields('', 'text', { labels }), ...flags };
  const pending = { sequence: store.nextSequence(), revision: 1, attempts: [], refused: null };
  if (fate === 'stays') store.write({ ...note, local, pending });
  else if (fate === 'goes') store.write({ ...note, local: null, remote: null });
  else {
    store.markDeletedForever(id as NoteId);
    if (fate === 'is deleted for ever') store.write({ ...note, local: null, pending });
  }
}

test('the table of labels equals the labels of the notes, whatever is written', () => {
  const expected = `SELECT l.value AS name, n.key, ${LIST_OF} = 0 AS is_active FROM notes n, json_each(n.labels) l
    WHERE is_gone = 0 ORDER BY 1, 2`;
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 20 }), (steps) => {
      const db = openConnection();
      const store = createNoteStore(db);
      for (const step of steps) {
        writeStep(store, step);
        const rows = db.prepare('SELECT * FROM note_labels ORDER BY 1, 2').all();
        expect(rows).toEqual(db.prepare(expected).all());
      }
    }),
    { numRuns: 50 },
  );
});

test('each label is listed with the number of active notes that have it, whatever is written and whatever fails', () => {
  const anyTransaction = fc.record({ steps: fc.array(anyStep, { maxLength: 4 }), fails: fc.boolean() });
  fc.assert(
    fc.property(fc.array(anyTransaction, { maxLength: 12 }), (transactions) => {
      const db = openConnection();
      const store = createNoteStore(db);
      const labels = createLabels(db);
      const rows = db.prepare<[], { labels: string | null; isActive: 0 | 1 }>(
        `SELECT labels, ${LIST_OF} = 0 AS isActive FROM notes WHERE is_gone = 0`,
      );
      for (const { steps, fails } of transactions) {
        try {
          store.transaction(() => {
            for (const step of steps) writeStep(store, step);
            if (fails) throw new Error('rolled back');
          });
        } catch (error) {
          expect(error).toMatchObject({ message: 'rolled back' });
        }
        const counted: Record<string, number> = {};
        for (const { labels: names, isActive } of rows.all())
          for (const name of JSON.parse(names ?? '[]') as readonly string[])
            counted[labelKey(name)] = (counted[labelKey(name)] ?? 0) + isActive;
        const listed = labels.all().map(({ name, active }) => [labelKey(name), active]);
        expect(Object.fromEntries(listed)).toEqual(counted);
        expect(listed).toHaveLength(Object.keys(counted).length);
      }
    }),
  );
});

test('an edit of words or a pin writes no more rows for a note with labels than for one without', () => {
  const db = openConnection();
  const store = createNoteStore(db);
  const changes = db.prepare<[], { count: number }>('SELECT total_changes() AS count');
  const rowsWritten = (id: string, labels: readonly string[] | null): number => {
    const record = { ...settledNote(id), local: fields('', 'text', { labels }) };
    store.write(record);
    const before = changes.get()?.count ?? 0;
    store.write({ ...record, local: { ...record.local, text: 'other words', isPinned: true } }, record);
    return (changes.get()?.count ?? 0) - before;
  };
  expect(rowsWritten('a', ['Work', 'two words'])).toBe(rowsWritten('b', null));
});

test('labels on a damaged page do not prevent an action', () => {
  const db = openConnection();
  const store = createNoteStore(db);
  store.write(settledNote('a'));
  db.exec(`UPDATE notes SET labels = '["Work' WHERE id = 'a'`);
  const record = store.read('a' as NoteId);
  expect(record?.local?.labels).toBeNull();
  store.write({ ...settledNote('a'), local: fields('', 'words', { labels: ['Home'] }) }, record);
  expect(db.prepare('SELECT name FROM note_labels').all()).toEqual([{ name: 'Home' }]);
});
