import { expect, onTestFinished, test } from 'vitest';
import { createChanges, CUT_AT_ONCE } from '#main/store/changes.ts';
import { createNoteStore } from '#main/store/note-store.ts';
import { openDatabase } from '#main/store/open.ts';
import { pendingNote, settledNote } from './support.ts';

function opened() {
  const db = openDatabase(':memory:');
  onTestFinished(() => void db.close());
  const keys = db.prepare<[], number>('SELECT key FROM changes ORDER BY sequence').pluck();
  return { db, notes: createNoteStore(db), keys: () => keys.all() };
}

test('what is found otherwise or elsewhere than before is a change, and nothing else is', () => {
  const { notes, keys } = opened();
  const note = settledNote('a', 'words', 5);
  const { local } = note;
  if (local === null) throw new Error('The note must be there');
  notes.write(note);
  expect(keys()).toEqual([5]);
  notes.write(note);
  notes.write({ ...pendingNote('a', 1, 'words'), local, created: 5 });
  expect(keys(), 'pending or not').toEqual([5]);
  notes.write({ ...note, local: { ...local, text: 'others' } });
  notes.write({ ...note, local: { ...local, text: 'others', isArchived: true } });
  expect(keys(), 'words, then list').toEqual([5, 5, 5]);
  notes.write({ ...note, local: { ...local, text: 'others', isArchived: true }, created: 9 });
  expect(keys(), 'date').toEqual([5, 5, 5, 5, 9]);
  notes.write({ ...note, local: null, remote: null });
  notes.write({ ...note, local: null, remote: null });
  expect(keys(), 'gone').toEqual([5, 5, 5, 5, 9, 9]);
});

test('the list is cut in pieces, and its last row stays', () => {
  const { db, notes, keys } = opened();
  notes.transaction(() => {
    for (let index = 1; index <= CUT_AT_ONCE + 2; index += 1)
      notes.write(settledNote(`n${index}`, '', index));
  });
  const changes = createChanges(db);
  const last = CUT_AT_ONCE + 2;
  expect(changes.cutBefore(last)).toBe(true);
  expect(keys()).toHaveLength(2);
  expect(changes.cutBefore(last)).toBe(false);
  expect(keys()).toEqual([last]);
  notes.write(settledNote('new', '', last + 1));
  expect(db.prepare('SELECT max(sequence) FROM changes').pluck().get()).toBe(last + 1);
});
