/**
 * What a migration must do for the files of users, shown by an invented one, which runs after the real ones
 * and gives the notes a field `invented`.
 */
import path from 'node:path';
import type Database from 'better-sqlite3';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { FIELD_NAMES, NOTE_FIELDS } from '#shared/note/note-fields.ts';
import { addField } from '#account/database/migrations/add-field.ts';
import { MIGRATIONS } from '#account/database/migrations/index.ts';
import { openDatabase } from '#account/database/open.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { allRows } from '../support/store.ts';

const COLUMNS_BEFORE = FIELD_NAMES.map((name) => NOTE_FIELDS[name].column).join(', ');
const invented = { name: 'invented', column: 'invented', columnsBefore: COLUMNS_BEFORE } as const;
const ADD_INVENTED = addField({ ...invented, kind: 'COLOR' });

const SENT = { title: 'x', text: null, isArchived: false, isDeleted: true };

/** At least one row in each table. */
const ROWS = `
  INSERT INTO notes (key, id, title, text, is_archived, is_deleted, is_gone, created, update_time, labels, extra) VALUES
    (5, 'a', 'Title', 'text', 0, 0, 0, 5, '000000000001.000000000', '["Work","two words"]', '{}'),
    (6, 'b', NULL, 'nul ' || char(0) || ' and 😀', 1, 0, 0, 5, NULL, NULL,
      '{"invented":{"stringValue":"calm"},"price":{"doubleValue":1.50}}'),
    (7, 'c', '', '', 0, 1, 1, 7, '000000000002.000000000', NULL, '{"invented":{"integerValue":"7"}}');
  INSERT INTO outbox (note_id, sequence, revision, remote, attempts, refused) VALUES
    ('b', 1, 3, NULL, '[null,${JSON.stringify(SENT)}]', NULL),
    ('c', 2, 1, '${JSON.stringify(SENT)}', '[null]', 'too large');
  INSERT INTO drafts (place, note_id, title, text, base_title, base_text, marks) VALUES
    ('new', '', 'typed', 'words', NULL, NULL, '{"color":"RED"}'), ('edit', 'a', 'T', 't', 'Title', 'text', NULL);
  INSERT INTO history (version, note_id, title, text, is_archived, is_deleted, created, extra, removed, stored_at) VALUES
    (7, 'b', 'Before', 'words', 0, 0, 5, '{"invented":{"stringValue":"wild"}}', 0, 1700000000001);
  INSERT INTO answers (request, answer, stores_words) VALUES ('request', '"note"', 1);
  INSERT INTO notices (text) VALUES ('something happened');
  INSERT INTO new_copies (note_id) VALUES ('a');
  INSERT INTO doubts (note_id, update_time) VALUES ('a', '');
  UPDATE cache SET loaded = 1, last_sequence = 2, confirmed = 0;
`;

let file = '';
let before: Record<string, unknown[]>;
beforeEach(() => {
  file = path.join(temporaryFolder(), 'notes.sqlite');
  const db = openDatabase(file);
  db.exec(ROWS);
  db.close();
  before = allRows(file);
});

function open(...more: readonly string[]): Database.Database {
  const db = openDatabase(file, [...MIGRATIONS, ...more]);
  onTestFinished(() => void db.close());
  return db;
}

function versionOf(db: Database.Database): unknown {
  return db.pragma('user_version', { simple: true });
}

function remoteOf(db: Database.Database, id: string): unknown {
  return JSON.parse(
    db.prepare<[string], string>('SELECT remote FROM outbox WHERE note_id = ?').pluck().get(id) ?? '',
  );
}

test('every table has a row before the migrations of these tests run', () => {
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
});

test('a database has only STRICT tables', () => {
  const loose = open()
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT strict
         AND name NOT LIKE 'sqlite!_%' ESCAPE '!'`,
    )
    .all();
  expect(loose).toEqual([]);
});

describe('a migration that adds a field', () => {
  test('a migration retains every row, and the file has its version from then on', () => {
    expect(versionOf(open(ADD_INVENTED))).toBe(MIGRATIONS.length + 1);
    const { notes = [], history = [], outbox = [], cache = [], ...rest } = allRows(file);
    const {
      notes: notesBefore = [],
      history: past = [],
      outbox: pending = [],
      cache: factsBefore = [],
      ...restBefore
    } = before;
    expect(rest).toEqual(restBefore);
    const without = (rows: readonly unknown[], ...columns: readonly string[]) =>
      rows.map((row) =>
        Object.fromEntries(Object.entries(row as object).filter(([column]) => !columns.includes(column))),
      );
    const ofTransaction = ['number', 'tag', 'tag_before'];
    expect(without(cache, ...ofTransaction)).toEqual(without(factsBefore, ...ofTransaction));
    expect(without(notes, 'invented', 'extra')).toEqual(without(notesBefore, 'extra'));
    expect(without(history, 'invented', 'extra')).toEqual(without(past, 'extra'));
    expect(without(outbox, 'attempts', 'remote')).toEqual(without(pending, 'attempts', 'remote'));
    expect(() => open(ADD_INVENTED)).not.toThrow();
  });

  test('[S7.2] a migration moves values of its field out of the extra fields, also in the history and the outbox', () => {
    const db = open(ADD_INVENTED);
    expect(db.prepare('SELECT id, invented, extra FROM notes ORDER BY id').all()).toEqual([
      { id: 'a', invented: null, extra: '{}' },
      { id: 'b', invented: 'calm', extra: '{"price":{"doubleValue":1.50}}' },
      { id: 'c', invented: null, extra: '{"invented":{"integerValue":"7"}}' },
    ]);
    expect(db.prepare('SELECT invented, extra FROM history').all()).toEqual([
      { invented: 'wild', extra: '{}' },
    ]);
    const attempts = db.prepare<[], string>(`SELECT attempts FROM outbox WHERE note_id = 'b'`).pluck().get();
    expect(JSON.parse(attempts ?? '')).toEqual([null, { ...SENT, invented: 'calm' }]);
  });

  test('[S7.2] the outbox gets a value of another type in the form in which its field stores it', () => {
    expect(remoteOf(open(ADD_INVENTED), 'c')).toEqual({
      ...SENT,
      invented: { unknown: { integerValue: '7' } },
    });
  });

  test('a migration removes a value of another type if its field stores no unknown values', () => {
    const db = open(addField({ ...invented, kind: 'NAME' }));
    expect(db.prepare(`SELECT id, invented, extra FROM notes WHERE id <> 'a' ORDER BY id`).all()).toEqual([
      { id: 'b', invented: 'calm', extra: '{"price":{"doubleValue":1.50}}' },
      { id: 'c', invented: null, extra: '{}' },
    ]);
    expect(remoteOf(db, 'c')).toEqual(SENT);
  });

  test.each([
    ['FLAG', 0],
    ['OPTIONAL_FLAG', null],
  ] as const)('a migration adds a field of the kind %s, which is %s in other notes', (kind, none) => {
    const db = openDatabase(path.join(temporaryFolder(), 'flags.sqlite'));
    onTestFinished(() => void db.close());
    db.exec(`INSERT INTO notes (id, title, is_archived, is_deleted, created, update_time, extra) VALUES
        ('t', 'x', 0, 0, 1, '000000000001.000000000', '{"invented":{"booleanValue":true}}'), ('n', 'x', 0, 0, 1, NULL, '{}');
      INSERT INTO outbox (note_id, sequence, revision, remote, attempts) VALUES ('t', 1, 1, '{"title":"x"}', '[]');`);
    db.exec(addField({ ...invented, kind }));
    expect(db.prepare('SELECT id, invented, extra FROM notes ORDER BY id').all()).toEqual([
      { id: 'n', invented: none, extra: '{}' },
      { id: 't', invented: 1, extra: '{}' },
    ]);
    expect(remoteOf(db, 't')).toEqual({ title: 'x', invented: true });
  });

  test('[S12.1] triggers that a migration has recreated put its field into the history', () => {
    const db = open(ADD_INVENTED);
    db.exec(`UPDATE notes SET text = 'later' WHERE id = 'b'; UPDATE notes SET invented = 'glad' WHERE id = 'b';
      DELETE FROM notes WHERE id = 'b'`);
    expect(db.prepare(`SELECT text, invented, removed FROM history WHERE note_id = 'b'`).all()).toEqual([
      { text: 'later', invented: 'glad', removed: 1 },
    ]);
    db.exec(
      `UPDATE notes SET invented = 'calm' WHERE id = 'a'; UPDATE notes SET text = 'later' WHERE id = 'a'`,
    );
    expect(db.prepare(`SELECT text, invented, removed FROM history WHERE note_id = 'a'`).all()).toEqual([
      { text: 'text', invented: 'calm', removed: 0 },
    ]);
  });
});

test('a migration draws a new tag, as each transaction does', () => {
  open(ADD_INVENTED);
  const [tag] = (before['cache'] ?? []).map((row) => Reflect.get(row as object, 'tag') as unknown);
  expect(allRows(file)['cache']).toMatchObject([{ number: 1, tag_before: tag }]);
});

test('a file has its earlier version until all its migrations have run', () => {
  const recordVersion = 'INSERT INTO versions SELECT user_version FROM pragma_user_version;';
  const db = open(`CREATE TABLE versions (version INTEGER) STRICT; ${recordVersion}`, recordVersion);
  expect(db.prepare('SELECT version FROM versions').pluck().all()).toEqual([
    MIGRATIONS.length,
    MIGRATIONS.length,
  ]);
  expect(versionOf(db)).toBe(MIGRATIONS.length + 2);
});

test('a file stays as it is if one of its migrations fails, and opens without it', () => {
  const broken = 'DELETE FROM notes; SELECT nonsense FROM nowhere;';
  expect(() => open(ADD_INVENTED, broken)).toThrow(expect.objectContaining({ code: 'store-failed' }));
  expect(allRows(file)).toEqual(before);
  expect(versionOf(open())).toBe(MIGRATIONS.length);
});
