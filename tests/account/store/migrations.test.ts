/**
 * Every migration, from the version before it with rows in it. A new migration adds one entry to FIXTURES: rows of
 * the version that it made, which all later ones must keep.
 */
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { MIGRATIONS } from '#account/store/migrations/index.ts';
import { openDatabase } from '#account/store/open.ts';
import { allRows, temporaryFolder } from './support.ts';

/** Rows that are put in once the database has the version. */
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
];

test('each version has a fixture', () => {
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

/** Without what belongs to the search index, which is made anew. */
function keptRows(file: string): Record<string, unknown[]> {
  const { changes: _changes, search_index: _index, unindexed: _unindexed, removed, ...rows } = allRows(file);
  return removed === undefined ? rows : { ...rows, history: removed.map(asHistory) };
}

function asHistory(row: unknown): unknown {
  const { id: note_id, removed_at: kept_at, ...rest } = row as { id: string; removed_at: number };
  return { ...rest, note_id, kept_at, removed: 1, known_at: null };
}

test('every note that was there is listed for the search index', () => {
  const file = databaseAt(3);
  openDatabase(file).close();
  const { unindexed = [] } = allRows(file);
  expect(unindexed).toEqual([5, 6, 7].map((key) => ({ key, plain: 0 })));
});

describe.each(MIGRATIONS.map((_sql, index) => index + 1))('version %i', (version) => {
  test('opens in this version of the app with every row as it was', () => {
    const file = databaseAt(version);
    const before = keptRows(file);
    openDatabase(file).close();
    expect(keptRows(file)).toMatchObject(before);
  });

  test('has only STRICT tables', () => {
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

  test('stays as it is where the next migration fails', () => {
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
