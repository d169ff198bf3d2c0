/** Each table that holds whole notes has a column for each field of a note. */
import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import { ROW_SCHEMAS } from '#account/recovery/damaged-rows.ts';
import { createNoteStore } from '#account/tables/note-store.ts';
import { FIELD_NAMES, NOTE_FIELDS } from '#shared/note/note-fields.ts';
import { anyFields } from '#tests/support/any-fields.ts';
import { openConnection, settledNote } from '../support/store.ts';

/** Columns of these tables besides a note's fields. */
const OTHER_COLUMNS = {
  notes: ['key', 'id', 'is_gone', 'section', 'created', 'update_time', 'extra'],
  history: [
    'version',
    'note_id',
    'created',
    'extra',
    'removed',
    'stored_at',
    'expiry_start',
    'by_cloud',
    'by_edit',
    'version_before',
    'unsaved',
    'is_missing',
  ],
};

test.each(['notes', 'history'] as const)(
  'the table %s has a column for each field of a note, and no unlisted others',
  (name) => {
    const columns = openConnection()
      .prepare<[], { name: string }>(`SELECT name FROM pragma_table_xinfo('${name}')`)
      .all()
      .map((column) => column.name);
    const expected = [...OTHER_COLUMNS[name], ...FIELD_NAMES.map((field) => NOTE_FIELDS[field].column)];
    expect(columns.toSorted()).toEqual(expected.toSorted());
  },
);

/** Tables that are rebuilt after a salvage, one that can do without its rows, and SQLite's own. */
const NOT_SALVAGED = new Set(['unindexed', 'note_labels', 'label_sizes', 'new_copies', 'sqlite_sequence']);

test('every table is read in a salvage, created again, or not needed', () => {
  const tables = openConnection()
    .prepare<[], { name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
    .all()
    .map(({ name }) => name);
  expect(tables.filter((name) => !(name in ROW_SCHEMAS) && !NOT_SALVAGED.has(name))).toEqual([]);
});

test('[S12.1] words that are overwritten or removed go into the history with every field of their note', () => {
  const db = openConnection();
  const store = createNoteStore(db);
  fc.assert(
    fc.property(anyFields, fc.boolean(), (fields, isRemoved) => {
      fc.pre((fields.title ?? '') !== '' || (fields.text ?? '') !== '');
      const record = { ...settledNote('a'), local: fields };
      const before = store.history.newestVersion();
      store.write(record);
      if (isRemoved) store.write({ ...record, local: null, remote: null });
      else store.write({ ...record, local: { ...fields, text: `${fields.text}, and more` } });
      const versions = Array.from({ length: store.history.newestVersion() - before }, (_, index) =>
        store.history.read(before + index + 1),
      );
      expect(versions.map((version) => version?.fields)).toContainEqual(fields);
    }),
  );
});

test('[S12.1] a change of any one field of words adds a version to the history', () => {
  const store = createNoteStore(openConnection());
  const note = settledNote('a');
  store.write(note);
  for (const name of FIELD_NAMES.filter((field) => NOTE_FIELDS[field].isWords)) {
    const before = store.read(note.id);
    if (before?.local === null || before === null) throw new Error('The note is missing');
    store.write({ ...before, local: { ...before.local, [name]: 'other words' } }, before);
    expect(store.history.read(store.history.newestVersion())?.fields).toEqual(before.local);
  }
});
