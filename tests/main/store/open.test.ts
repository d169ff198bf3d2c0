import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MIGRATIONS } from '#main/store/migrations/index.ts';
import { openDatabase } from '#main/store/open.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inkling-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('opening a database', () => {
  test('is durable: WAL, full synchronisation, foreign keys', () => {
    const db = openDatabase(path.join(folder, 'notes.sqlite'));
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
    db.close();
  });

  test('refuses one from a newer version and leaves it as it is', () => {
    const file = path.join(folder, 'notes.sqlite');
    const future = new Database(file);
    future.pragma(`user_version = ${MIGRATIONS.length + 1}`);
    future.close();
    const before = readFileSync(file);
    expect(() => openDatabase(file)).toThrow(expect.objectContaining({ code: 'store-newer' }));
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('says so when the file is no database', () => {
    const file = path.join(folder, 'notes.sqlite');
    writeFileSync(file, 'this is no database, it is a sentence that is long enough to be a header');
    expect(() => openDatabase(file)).toThrow(expect.objectContaining({ code: 'store-damaged' }));
  });

  test('a migration that fails leaves the version before it', () => {
    const file = path.join(folder, 'notes.sqlite');
    const broken = [...MIGRATIONS, 'CREATE TABLE fine (x) STRICT; SELECT nonsense FROM nowhere;'];
    expect(() => openDatabase(file, broken)).toThrow(expect.objectContaining({ code: 'store-damaged' }));
    const db = openDatabase(file);
    expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
    db.close();
  });
});
