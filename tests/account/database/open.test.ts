import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { MIGRATIONS } from '#account/database/migrations/index.ts';
import { makeDatabase } from '#account/database/new-database.ts';
import { openDatabase } from '#account/database/open.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = temporaryFolder();
  file = path.join(folder, 'notes.sqlite');
});

function contents(): Map<string, string> {
  return new Map(
    readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name)).toString('base64')]),
  );
}

const NEWER = [...MIGRATIONS, 'CREATE TABLE future (x INTEGER) STRICT;'];

describe('opening a database', () => {
  test('a database is opened with WAL, full synchronisation and foreign keys', () => {
    const db = openDatabase(file);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    expect(db.pragma('fullfsync', { simple: true })).toBe(1);
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
    db.close();
  });

  test('the log of an open database does not grow without end', () => {
    const db = openDatabase(file);
    onTestFinished(() => void db.close());
    const insert = db.prepare(`INSERT OR REPLACE INTO drafts (place, title, text) VALUES ('new', '', ?)`);
    for (let round = 0; round < 90; round += 1) insert.run(String(round).repeat(500_000));
    // Smaller than the 80 MiB that were written, because the log was restarted after a checkpoint at 32 MiB.
    expect(statSync(`${file}-wal`).size).toBeLessThan(40 * 1024 * 1024);
  });

  test('a database of a newer version of the app is refused and not changed', () => {
    openDatabase(file, NEWER).close();
    const before = contents();
    expect(() => openDatabase(file)).toThrow(expect.objectContaining({ code: 'store-newer' }));
    expect(contents()).toEqual(before);
    expect([...before.keys()]).toEqual(['notes.sqlite']);
  });

  test('a newer database whose version is only in its log so far is refused', () => {
    openDatabase(file).close();
    const crashed = path.join(folder, 'crashed');
    const db = openDatabase(file, NEWER);
    mkdirSync(crashed);
    for (const part of ['', '-wal']) cpSync(file + part, path.join(crashed, `notes.sqlite${part}`));
    db.close();
    folder = crashed;
    const before = contents();
    const crashedFile = path.join(crashed, 'notes.sqlite');
    expect(() => openDatabase(crashedFile)).toThrow(expect.objectContaining({ code: 'store-newer' }));
    const after = contents();
    for (const name of before.keys()) expect(after.get(name) === before.get(name), name).toBe(true);
  });

  test('opening a file that is not a database is reported as damage', () => {
    writeFileSync(file, 'this is not a database, but a sentence long enough to be a header');
    expect(() => openDatabase(file)).toThrow(expect.objectContaining({ code: 'store-damaged' }));
  });

  test.each([
    ['a table is missing', 'DROP TABLE outbox'],
    ['an index is missing', 'DROP INDEX notes_by_section'],
    ['the version is too low', 'PRAGMA user_version = 0'],
    ['the version is absurd', 'PRAGMA user_version = 2000000000'],
  ])('opening a database reports damage if %s', (_name, sql) => {
    openDatabase(file).close();
    const db = new Database(file);
    db.exec(sql);
    db.close();
    expect(() => openDatabase(file)).toThrow(expect.objectContaining({ code: 'store-damaged' }));
  });

  test('opening waits a moment for another process, then reports that another program uses the notes', () => {
    openDatabase(file).close();
    const otherProgram = new Database(file);
    onTestFinished(() => void otherProgram.close());
    otherProgram.pragma('locking_mode = EXCLUSIVE');
    otherProgram.exec('BEGIN EXCLUSIVE');
    expect(() => openDatabase(file)).toThrow(/Another program is using your notes/);
  });
});

describe('a new database', () => {
  test('a new database is readable by its owner alone', { skip: process.platform === 'win32' }, () => {
    makeDatabase(file);
    const db = openDatabase(file);
    onTestFinished(() => void db.close());
    db.exec(`INSERT INTO drafts (place, title, text) VALUES ('new', '', '')`);
    for (const part of ['', '-wal', '-shm']) expect(statSync(file + part).mode & 0o777).toBe(0o600);
  });

  test('a new database is complete or not there at all', () => {
    const fail = (): void => {
      throw new Error('the power went');
    };
    expect(() => makeDatabase(file, fail)).toThrow('the power went');
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(`${file}.new`, 'the remains of an earlier run');
    makeDatabase(file);
    expect(existsSync(`${file}.new`)).toBe(false);
  });
});
