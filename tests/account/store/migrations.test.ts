/**
 * Runs every migration on a database of the version before it that has rows. A new migration adds one entry to FIXTURES:
 * rows of the version that it makes, which all later migrations must keep.
 */
import path from 'node:path';
import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExtraFields, FieldValue } from '#shared/extra-fields.ts';
import { withKeepFields } from '#shared/keep-fields.ts';
import { isOwnField, readFields } from '#shared/note-fields.ts';
import type { NoteFields, NoteId } from '#shared/note.ts';
import { createConnection } from '#account/store/connection.ts';
import { MIGRATIONS } from '#account/store/migrations/index.ts';
import { createNoteStore } from '#account/store/note-store.ts';
import { openDatabase } from '#account/store/open.ts';
import { allRows } from './support.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** For each version, statements that insert rows when the database has that version. */
const FIXTURES: readonly string[] = [
  `INSERT INTO notes (key, id, title, text, is_archived, is_deleted, is_gone, created, update_time, extra) VALUES
     (5, 'a', 'Title', 'text', 0, 0, 0, 5, '000000000001.000000000', '{}'),
     (6, 'b', NULL, 'nul ' || char(0) || ' and 😀', 1, 0, 0, 5, NULL, '{"mood":{"stringValue":"x"}}'),
     (7, 'c', '', '', 0, 1, 1, 7, '000000000002.000000000', '{}');
   INSERT INTO outbox (note_id, sequence, version, remote, attempts, refused) VALUES
     ('b', 1, 3, NULL, '[]', NULL),
     ('c', 2, 1, '{"title":"x","text":null,"isArchived":false,"isDeleted":true}', '[null]', 'too large');
   UPDATE cache SET loaded = 1, last_sequence = 2;`,
  `INSERT INTO drafts (place, note_id, title, text, base_title, base_text) VALUES
     ('new', '', 'typed', 'words', NULL, NULL), ('edit', 'a', 'T', 't', 'Title', 'text');
   INSERT INTO removed (id, title, text, is_archived, is_deleted, created, extra, removed_at) VALUES
     ('r', NULL, 'gone', 0, 1, 9, '{}', 1700000000000);`,
  'INSERT INTO changes (sequence, key) VALUES (7, 5), (9, 6);',
  `INSERT INTO history (version, note_id, title, text, is_archived, is_deleted, created, extra, removed, kept_at, known_at)
     VALUES (7, 'a', 'Before', 'words', 0, 0, 5, '{}', 0, 1700000000001, '000000000003.000000000');
   INSERT INTO answers (request, answer) VALUES ('request', '"note"');
   INSERT INTO notices (text) VALUES ('something happened');
   INSERT INTO doubts (note_id, update_time) VALUES ('a', '');
   UPDATE cache SET confirmed = 0;`,
  `UPDATE notes SET conflict_of = 'a' WHERE id = 'b';
   UPDATE history SET conflict_of = 'x' WHERE version = 7;`,
  `UPDATE notes SET is_pinned = 1, color = 'RED', labels = '["Work","two words"]' WHERE id = 'a';
   UPDATE history SET is_pinned = 0, color = 'DEFAULT', labels = '[]' WHERE version = 7;`,
  `UPDATE drafts SET marks = '{"color":"RED"}' WHERE place = 'new';`,
];

test('each migration has a fixture', () => {
  expect(FIXTURES).toHaveLength(MIGRATIONS.length);
});

function databaseAt(version: number): string {
  const file = path.join(temporaryFolder(), 'notes.sqlite');
  for (let step = 1; step <= version; step += 1) {
    const db = openDatabase(file, MIGRATIONS.slice(0, step));
    db.exec(FIXTURES[step - 1] ?? '');
    db.close();
  }
  return file;
}

/** All rows without those of the search index, which is made anew. */
function keptRows(file: string): Record<string, unknown[]> {
  const { changes: _changes, search_index: _index, unindexed: _unindexed, removed, ...rows } = allRows(file);
  return removed === undefined ? rows : { ...rows, history: removed.map(asHistory) };
}

function asHistory(row: unknown): unknown {
  const { id: note_id, removed_at: kept_at, ...rest } = row as { id: string; removed_at: number };
  return { ...rest, note_id, kept_at, removed: 1, known_at: null };
}

test('the migrations move the mark of a conflict copy to its own field, also in the outbox and the history', () => {
  const file = databaseAt(4);
  const db = openDatabase(file, MIGRATIONS.slice(0, 4));
  const extra = '{"mood":{"doubleValue":1.50},"conflictOf":{"stringValue":"a"}}';
  const fields = '{"title":"x","text":null,"isArchived":false,"isDeleted":true}';
  db.exec(`
    INSERT INTO notes (key, id, title, text, is_archived, is_deleted, created, update_time, extra) VALUES
      (8, 'copy', 't', '', 0, 0, 8, '000000000004.000000000', '${extra}'),
      (9, 'odd', 't', 'conflictOf', 0, 0, 9, NULL, '{"conflictOf":{"nullValue":null}}'),
      (10, 'other', 't', '', 0, 0, 10, NULL, '{"mood":{"stringValue":"conflictOf"}}');
    INSERT INTO outbox (note_id, sequence, version, remote, attempts) VALUES
      ('copy', 5, 1, '${fields}', '[null,${fields}]'), ('other', 6, 1, NULL, '[${fields}]');
    INSERT INTO history (version, note_id, title, text, is_archived, is_deleted, created, extra, removed, kept_at)
      VALUES (20, 'copy', 'b', '', 0, 0, 8, '${extra}', 0, 1);`);
  db.close();
  openDatabase(file).close();
  const { notes = [], outbox = [], history = [] } = allRows(file);
  expect(notes).toMatchObject([
    ...[{ id: 'a' }, { id: 'b' }, { id: 'c' }].map((note) => ({ ...note, conflict_of: null })),
    { id: 'copy', conflict_of: 'a', extra: '{"mood":{"doubleValue":1.50}}' },
    { id: 'odd', conflict_of: null, extra: '{}' },
    { id: 'other', conflict_of: null, extra: '{"mood":{"stringValue":"conflictOf"}}' },
  ]);
  const sent = { ...(JSON.parse(fields) as object), conflictOf: 'a' };
  const row = (id: string) => outbox.find((one) => (one as { note_id: string }).note_id === id) as Sent;
  expect(JSON.parse(row('copy').remote)).toEqual(sent);
  expect(JSON.parse(row('copy').attempts)).toEqual([null, sent]);
  expect(row('other').attempts).toBe(`[${fields}]`);
  expect(history).toContainEqual(
    expect.objectContaining({ version: 20, conflict_of: 'a', extra: '{"mood":{"doubleValue":1.50}}' }),
  );
});

interface Sent {
  readonly remote: string;
  readonly attempts: string;
}

test('the migrations list every existing note for the search index', () => {
  const file = databaseAt(3);
  openDatabase(file).close();
  const { unindexed = [] } = allRows(file);
  expect(unindexed).toEqual([5, 6, 7].map((key) => ({ key, plain: 0 })));
});

describe.each(MIGRATIONS.map((_sql, index) => index + 1))('version %i', (version) => {
  test(`a database of version ${version} opens in this version of the app with every row as it was`, () => {
    const file = databaseAt(version);
    const before = keptRows(file);
    openDatabase(file).close();
    expect(keptRows(file)).toMatchObject(before);
  });

  test(`a database of version ${version} has only STRICT tables`, () => {
    const db = openDatabase(databaseAt(version), MIGRATIONS.slice(0, version));
    const loose = db
      .prepare(
        `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT strict
         AND name NOT LIKE 'sqlite!_%' ESCAPE '!'`,
      )
      .all();
    db.close();
    expect(loose).toEqual([]);
  });

  test(`a database of version ${version} stays as it is if the next migration fails`, () => {
    const file = databaseAt(version);
    const before = allRows(file);
    const broken = [
      ...MIGRATIONS.slice(0, version),
      'CREATE TABLE fine (x INTEGER) STRICT; DELETE FROM notes;',
      'SELECT nonsense FROM nowhere;',
    ];
    expect(() => openDatabase(file, broken)).toThrow(expect.objectContaining({ code: 'store-failed' }));
    expect(allRows(file)).toEqual(before);
    const db = new Database(file);
    expect(db.pragma('user_version', { simple: true })).toBe(version);
    db.close();
  });
});

describe('pins, colours and labels', () => {
  const string = fc.constantFrom(
    'RED',
    'Work',
    ' work\n',
    'two  words',
    'STRASSE',
    'Straße',
    '',
    'ä'.repeat(120),
  );
  const value: fc.Arbitrary<FieldValue> = fc.oneof(
    fc.boolean().map((booleanValue) => ({ booleanValue })),
    string.map((stringValue) => ({ stringValue })),
    fc.constantFrom<FieldValue>(
      { nullValue: null },
      { integerValue: '1' },
      { doubleValue: 1.5 },
      { mapValue: { stringValue: { stringValue: 'no' } } },
    ),
  );
  const list = fc.array(value, { maxLength: 4 }).map((arrayValue) => ({ arrayValue }));
  const someFields = fc.dictionary(
    fc.constantFrom('isPinned', 'color', 'labels', 'mood'),
    fc.oneof(value, list),
  );
  const anyExtra = fc
    .tuple(
      someFields,
      fc.option(
        fc.oneof(
          someFields.map((mapValue) => ({ mapValue })),
          value,
        ),
        { nil: undefined },
      ),
    )
    .map(([own, keep]): ExtraFields => (keep === undefined ? own : { ...own, googleKeep: keep }));

  /** A value of a document as the SDK returns it. */
  function plain(stored: FieldValue): unknown {
    if ('arrayValue' in stored) return stored.arrayValue.map(plain);
    if ('integerValue' in stored) return Number(stored.integerValue);
    return Object.values(stored)[0];
  }

  /** The fields and the other fields that the present code reads from a document. */
  function decoded(words: object, document: ExtraFields): { fields: NoteFields; extra: ExtraFields } {
    const data = Object.entries(document).map(([name, stored]) => [name, plain(stored)]);
    const extra = Object.fromEntries(Object.entries(document).filter(([name]) => !isOwnField(name)));
    return { fields: withKeepFields(readFields({ ...Object.fromEntries(data), ...words }), extra), extra };
  }

  test('[S7.2] marks among the other fields are migrated to what the present code reads from such a document', () => {
    const words = { title: 't', text: null, isArchived: false, isDeleted: true };
    const sent = { ...words, text: 'sent' };
    fc.assert(
      fc.property(anyExtra, fc.boolean(), (extra, waits) => {
        const file = path.join(temporaryFolder(), 'notes.sqlite');
        const old = openDatabase(file, MIGRATIONS.slice(0, 5));
        old
          .prepare<[string]>(
            `INSERT INTO notes (key, id, title, is_archived, is_deleted, created, update_time, extra)
               VALUES (1, 'a', 't', 0, 1, 1, '000000000004.000000000', ?)`,
          )
          .run(JSON.stringify(extra));
        old
          .prepare<[string]>(
            `INSERT INTO history (version, note_id, title, is_archived, is_deleted, created, extra, removed, kept_at)
               VALUES (9, 'a', 't', 0, 1, 1, ?, 0, 1)`,
          )
          .run(JSON.stringify(extra));
        if (waits)
          old
            .prepare<[string, string]>(
              `INSERT INTO outbox (note_id, sequence, version, remote, attempts) VALUES ('a', 1, 1, ?, ?)`,
            )
            .run(JSON.stringify(words), JSON.stringify([null, sent]));
        old.close();
        const db = createConnection(openDatabase(file), {
          onFatal: (error) => expect.unreachable(error.message),
        });
        const store = createNoteStore(db);
        const { fields, extra: rest } = decoded(words, extra);
        expect(store.read('a' as NoteId)).toMatchObject({
          local: fields,
          remote: { fields },
          extra: rest,
          pending: waits ? { attempts: [null, { ...fields, text: 'sent' }] } : null,
        });
        expect(store.history.read(9)).toMatchObject({ fields, extra: rest });
        db.close();
      }),
      { numRuns: 60 },
    );
  });
});
