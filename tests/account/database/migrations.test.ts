/**
 * What a migration has to do for the files that people have, shown by a made-up second one, which gives the notes a field `mood`.
 * The first real one takes its place.
 */
import path from 'node:path';
import type Database from 'better-sqlite3';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { FIELD_NAMES, NOTE_FIELDS } from '#shared/note-fields.ts';
import { wordTriggers } from '#account/database/migrations/001-first-schema.ts';
import { MIGRATIONS } from '#account/database/migrations/index.ts';
import { openDatabase } from '#account/database/open.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { allRows } from '../support/store.ts';

const moveMood = (table: string): string => `
  UPDATE ${table} SET mood = json_extract(extra, '$.mood.stringValue'), extra = json_remove(extra, '$.mood')
    WHERE json_valid(extra) AND json_type(extra, '$.mood.stringValue') = 'text';`;

/** @param json a column of the outbox, or an element of one */
const withMood = (json: string): string =>
  `json_set(${json}, '$.mood', (SELECT mood FROM notes WHERE id = note_id))`;

const FIELD_COLUMNS = FIELD_NAMES.map((name) => NOTE_FIELDS[name].column);

const ADD_MOOD = `
  ALTER TABLE notes ADD COLUMN mood TEXT;
  ALTER TABLE history ADD COLUMN mood TEXT;
  ${moveMood('notes')}
  ${moveMood('history')}
  UPDATE outbox SET remote = ${withMood('remote')}, attempts = (
      SELECT json_group_array(json(iif(e.type = 'null', 'null', ${withMood('e.value')})) ORDER BY e.key)
      FROM json_each(outbox.attempts) e)
    WHERE json_valid(attempts) AND note_id IN (SELECT id FROM notes WHERE mood IS NOT NULL);
  DROP TRIGGER words_overwritten;
  DROP TRIGGER words_removed;
  ${wordTriggers([...FIELD_COLUMNS, 'mood'].join(', '))}
`;

const SENT = { title: 'x', text: null, isArchived: false, isDeleted: true };

/** At least one row in each table. */
const ROWS = `
  INSERT INTO notes (key, id, title, text, is_archived, is_deleted, is_gone, created, update_time, labels, extra) VALUES
    (5, 'a', 'Title', 'text', 0, 0, 0, 5, '000000000001.000000000', '["Work","two words"]', '{}'),
    (6, 'b', NULL, 'nul ' || char(0) || ' and 😀', 1, 0, 0, 5, NULL, NULL,
      '{"mood":{"stringValue":"calm"},"price":{"doubleValue":1.50}}'),
    (7, 'c', '', '', 0, 1, 1, 7, '000000000002.000000000', NULL, '{"mood":{"integerValue":"7"}}');
  INSERT INTO outbox (note_id, sequence, revision, remote, attempts, refused) VALUES
    ('b', 1, 3, NULL, '[null,${JSON.stringify(SENT)}]', NULL),
    ('c', 2, 1, '${JSON.stringify(SENT)}', '[null]', 'too large');
  INSERT INTO drafts (place, note_id, title, text, base_title, base_text, marks) VALUES
    ('new', '', 'typed', 'words', NULL, NULL, '{"color":"RED"}'), ('edit', 'a', 'T', 't', 'Title', 'text', NULL);
  INSERT INTO history (version, note_id, title, text, is_archived, is_deleted, created, extra, removed, stored_at) VALUES
    (7, 'b', 'Before', 'words', 0, 0, 5, '{"mood":{"stringValue":"wild"}}', 0, 1700000000001);
  INSERT INTO answers (request, answer) VALUES ('request', '"note"');
  INSERT INTO notices (text) VALUES ('something happened');
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
  test('a migration brings every row with it, and the file opens as one of its version from then on', () => {
    expect(versionOf(open(ADD_MOOD))).toBe(MIGRATIONS.length + 1);
    const { notes = [], history = [], outbox = [], ...rest } = allRows(file);
    const { notes: notesBefore = [], history: past = [], outbox: pending = [], ...restBefore } = before;
    expect(rest).toEqual(restBefore);
    const without = (rows: readonly unknown[], ...columns: readonly string[]) =>
      rows.map((row) =>
        Object.fromEntries(Object.entries(row as object).filter(([column]) => !columns.includes(column))),
      );
    expect(without(notes, 'mood', 'extra')).toEqual(without(notesBefore, 'extra'));
    expect(without(history, 'mood', 'extra')).toEqual(without(past, 'extra'));
    expect(without(outbox, 'attempts')).toEqual(without(pending, 'attempts'));
    expect(() => open(ADD_MOOD)).not.toThrow();
  });

  test('[S7.2] a migration moves values of its field out of the extra fields, also in the history and the outbox', () => {
    const db = open(ADD_MOOD);
    expect(db.prepare('SELECT id, mood, extra FROM notes ORDER BY id').all()).toEqual([
      { id: 'a', mood: null, extra: '{}' },
      { id: 'b', mood: 'calm', extra: '{"price":{"doubleValue":1.50}}' },
      { id: 'c', mood: null, extra: '{"mood":{"integerValue":"7"}}' },
    ]);
    expect(db.prepare('SELECT mood, extra FROM history').all()).toEqual([{ mood: 'wild', extra: '{}' }]);
    const attempts = db.prepare<[], string>(`SELECT attempts FROM outbox WHERE note_id = 'b'`).pluck().get();
    expect(JSON.parse(attempts ?? '')).toEqual([null, { ...SENT, mood: 'calm' }]);
  });

  test('[S12.1] triggers that a migration has made anew put its field into the history', () => {
    const db = open(ADD_MOOD);
    db.exec(`UPDATE notes SET text = 'later' WHERE id = 'b'; UPDATE notes SET mood = 'glad' WHERE id = 'b';
      DELETE FROM notes WHERE id = 'b'`);
    expect(db.prepare(`SELECT text, mood, removed FROM history WHERE note_id = 'b'`).all()).toEqual([
      { text: 'later', mood: 'glad', removed: 1 },
    ]);
    db.exec(`UPDATE notes SET mood = 'calm' WHERE id = 'a'; UPDATE notes SET text = 'later' WHERE id = 'a'`);
    expect(db.prepare(`SELECT text, mood, removed FROM history WHERE note_id = 'a'`).all()).toEqual([
      { text: 'text', mood: 'calm', removed: 0 },
    ]);
  });
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
  expect(() => open(ADD_MOOD, broken)).toThrow(expect.objectContaining({ code: 'store-failed' }));
  expect(allRows(file)).toEqual(before);
  expect(versionOf(open())).toBe(MIGRATIONS.length);
});
