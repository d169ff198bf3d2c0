/** Compares the judge of recovery with SQLite itself: it finds what is there, and nothing else. */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MIGRATIONS } from '#account/database/migrations/index.ts';
import { putBackup } from '#tests/support/backup.ts';
import { wordsOf } from '../ledger.ts';
import { newestFrames, PAGE_SIZE, readPages } from './pages.ts';
import { readRows } from './rows.ts';
import { readContents, survivingWords } from './surviving-words.ts';

let folder = '';
let file = '';
let db: Database.Database;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inkling-judge-'));
  file = path.join(folder, 'notes.sqlite');
  db = new Database(file);
  db.pragma('journal_mode = WAL');
  for (const migration of MIGRATIONS) db.exec(migration);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

function addNotes(from: number, to: number, isGone = 0): void {
  const insert = db.prepare(
    'INSERT INTO notes (key, id, title, text, is_archived, is_deleted, is_gone, created) VALUES (?, ?, ?, ?, 0, 0, ?, ?)',
  );
  db.transaction(() => {
    for (let key = from; key < to; key += 1) {
      // One text in five needs overflow pages.
      const text = `text${key} ${'x'.repeat(key % 5 === 0 ? 15_000 : key % 300)} end${key}`;
      insert.run(key, `note${key}`, `title${key}`, text, isGone, key);
    }
  })();
}

const found = (): string[] =>
  [...survivingWords(null, readContents(file, []))].filter((word) => !word.startsWith('x')).toSorted();
const wordsOfNotes = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => from + index)
    .flatMap((key) => [`title${key}`, `text${key}`, `end${key}`])
    .toSorted();

/** What SQLite itself reads from the tables with words. */
function wordsBySqlite(): string[] {
  const rows = ['notes WHERE is_gone = 0', 'history', 'drafts'].flatMap((table) =>
    db.prepare<[], { title: string | null; text: string | null }>(`SELECT title, text FROM ${table}`).all(),
  );
  return [...new Set(rows.flatMap(wordsOf))].filter((word) => !word.startsWith('x')).toSorted();
}

test('the reader finds all rows in the log and in the file, with their overflow pages', () => {
  addNotes(1, 200);
  expect(found()).toEqual(wordsOfNotes(1, 200));
  db.pragma('wal_checkpoint(TRUNCATE)');
  addNotes(200, 300);
  expect(found()).toEqual(wordsOfNotes(1, 300));
});

test('the reader finds the same words of notes, history and drafts as SQLite, after edits and deletions', () => {
  addNotes(1, 100);
  addNotes(100, 120, 1);
  db.exec("UPDATE notes SET text = 'new' || key WHERE key % 3 = 0");
  db.exec('DELETE FROM notes WHERE key % 7 = 0');
  db.exec('UPDATE notes SET is_gone = 1 WHERE key % 11 = 0');
  db.exec("INSERT INTO drafts (place, title, text) VALUES ('new', 'draft-title', 'draft-text')");
  db.exec(
    "INSERT INTO drafts (place, note_id, title, text, base_title, base_text) VALUES ('edit', 'note3', 'of', 'note3', 'base', 'base')",
  );
  expect(found()).toEqual(wordsBySqlite());
  expect(found()).toContain('draft-text');
});

test('a log counts up to its last commit before a frame that is not valid', () => {
  addNotes(1, 3);
  const before = readFileSync(`${file}-wal`).length;
  addNotes(3, 5);
  const log = readFileSync(`${file}-wal`);
  expect(newestFrames(log).size).toBeGreaterThan(0);
  expect(found()).toEqual(wordsOfNotes(1, 5));
  // Flips a bit of the second commit's first frame.
  log[before + 100] = (log[before + 100] ?? 0) ^ 1;
  writeFileSync(`${file}-wal`, log);
  expect(found()).toEqual(wordsOfNotes(1, 3));
  truncateSync(`${file}-wal`, 31);
  expect(found()).toEqual([]);
});

test('the rows of a log are read even if its database is missing', () => {
  addNotes(1, 5);
  const copy = path.join(folder, 'alone.sqlite');
  copyFileSync(`${file}-wal`, `${copy}-wal`);
  expect(readRows(readPages(copy))).toHaveLength(4);
});

test('rows on damaged pages are lost, and all others survive, even if pages that lead to them are damaged', () => {
  addNotes(1, 120);
  db.pragma('wal_checkpoint(TRUNCATE)');
  // SQLite reads all pages of the schema or none.
  const schema = db.prepare(`SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'`).pluck().all();
  const sound = readFileSync(file);
  const wrong: string[] = [];
  writeFileSync(file, sound);
  const before = readContents(file, []);
  for (let number = 1; number * PAGE_SIZE <= sound.length; number += 1) {
    const damaged = Buffer.from(sound).fill(0, (number - 1) * PAGE_SIZE, number * PAGE_SIZE);
    writeFileSync(file, damaged);
    const all = survivingWords(before, readContents(file, []));
    for (const row of before.rows) {
      const [word = ''] = wordsOf({ title: null, text: row.texts[0] ?? '' });
      // A damaged overflow page leaves the title as it was, as far as the text can be read to its end.
      if (row.own.indexOf(number) > 0) continue;
      const [isOwn, isOfSchema] = [row.own.includes(number), schema.includes(number)];
      if (all.has(word) !== !(isOwn || isOfSchema)) wrong.push(`page ${number}: ${word}`);
    }
  }
  expect(wrong).toEqual([]);
  // With a second copy of the schema, the file's own schema pages are not needed.
  writeFileSync(file, Buffer.from(sound).fill(0, 0, PAGE_SIZE));
  expect(survivingWords(before, readContents(file, [])).size).toBe(0);
  writeFileSync(`${file}.schema`, `${createHash('sha256').update('copy').digest('hex')}\ncopy`);
  expect(survivingWords(before, readContents(file, [])).size).toBe(survivingWords(null, before).size);
  writeFileSync(file, sound);
});

test('files of typed words count as surviving words, and so do backups if the database is damaged', () => {
  addNotes(1, 5);
  putBackup(file);
  db.exec('UPDATE notes SET is_gone = 1');
  db.exec('DELETE FROM history');
  const typed = path.join(folder, 'typed.json');
  writeFileSync(typed, JSON.stringify({ drafts: [{ content: { text: 'typed words' } }] }));
  const contents = readContents(file, [typed, path.join(folder, 'none.json')]);
  expect([...survivingWords(null, contents)]).toEqual(['typed', 'words']);
  // A backup counts only if the database is damaged.
  writeFileSync(file, readFileSync(file).fill(0, PAGE_SIZE));
  writeFileSync(`${file}-wal`, '');
  expect(found()).toEqual(wordsOfNotes(1, 5));
});
