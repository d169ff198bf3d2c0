import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NoteId } from '#shared/note.ts';
import { createNoteStore } from '#account/tables/note-store.ts';
import { fields } from '#tests/support/fields.ts';
import { openConnection, settledNote } from '../support/store.ts';

const anyStep = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  created: fc.integer({ min: 1, max: 5 }),
  labels: fc.option(fc.subarray(['Work', 'work', 'two words', 'ä'])),
  fate: fc.constantFrom('stays', 'is deleted for ever', 'goes'),
});

test('the table of labels equals the labels of the notes, whatever is written', () => {
  const expected = `SELECT l.value AS name, n.key FROM notes n, json_each(n.labels) l WHERE is_gone = 0 ORDER BY 1, 2`;
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 20 }), (steps) => {
      const db = openConnection();
      const store = createNoteStore(db);
      for (const { id, created, labels, fate } of steps) {
        const note = settledNote(id, 'text', created);
        const local = fields('', 'text', { labels });
        const pending = { sequence: store.nextSequence(), revision: 1, attempts: [], refused: null };
        if (fate === 'stays') store.write({ ...note, local, pending });
        else if (fate === 'goes') store.write({ ...note, local: null, remote: null });
        else {
          store.markDeletedForever(id as NoteId);
          store.write({ ...note, local: null, pending });
        }
        const rows = db.prepare('SELECT name, key FROM note_labels ORDER BY 1, 2').all();
        expect(rows).toEqual(db.prepare(expected).all());
      }
    }),
    { numRuns: 50 },
  );
});

test('labels that a damaged page has made unreadable are no reason to refuse an action', () => {
  const db = openConnection();
  const store = createNoteStore(db);
  store.write(settledNote('a'));
  db.exec(`UPDATE notes SET labels = '["Work' WHERE id = 'a'`);
  const record = store.read('a' as NoteId);
  expect(record?.local?.labels).toBeNull();
  store.write({ ...settledNote('a'), local: fields('', 'words', { labels: ['Home'] }) }, record);
  expect(db.prepare('SELECT name FROM note_labels').all()).toEqual([{ name: 'Home' }]);
});
