/** Compares the judge of recovery with SQLite itself: it finds all existing words, and no others. */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MIGRATIONS } from '#account/database/migrations/index.ts';
import { putBackup } from '#tests/support/backup.ts';
import { wordsOf } from '../ledger.ts';
import { FRAME_SIZE, LOG_HEADER, newestFrames, PAGE_SIZE, readFiles, readStates } from './pages.ts';
import { readRows } from './rows.ts';
import { readContents, survivingWords, wordsWhileRunning } from './surviving-words.ts';

let folder = '';
let file = '';
let db: Database.Database;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inkling-judge-'));
  file = path.join(folder, 'notes.sqlite');
  db = new Database(file);
  db.pragma('auto_vacuum = INCREMENTAL');
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

/** The words that SQLite itself reads from the tables. */
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

/** Overwrites bytes of frames of the log, counted from 0; without any, of the log's header. */
function breakFrames(numbers: readonly number[], at = 100): void {
  const log = readFileSync(`${file}-wal`);
  for (const number of numbers)
    log.fill(0xa5, LOG_HEADER + number * FRAME_SIZE + at, LOG_HEADER + number * FRAME_SIZE + at + 16);
  if (numbers.length === 0) log.fill(0xa5, 0, 16);
  writeFileSync(`${file}-wal`, log);
}

const frameCount = (): number => (readFileSync(`${file}-wal`).length - LOG_HEADER) / FRAME_SIZE;

test('a log is read up to the last commit whose end is intact', () => {
  addNotes(1, 3);
  const before = frameCount();
  addNotes(3, 5);
  expect(newestFrames(readFileSync(`${file}-wal`)).size).toBeGreaterThan(0);
  expect(found()).toEqual(wordsOfNotes(1, 5));
  // No commit ends behind the last frame, so the frames before it look like an unfinished commit.
  breakFrames([frameCount() - 1]);
  expect(found()).toEqual(wordsOfNotes(1, 3));
  expect(before).toBeLessThan(frameCount());
  truncateSync(`${file}-wal`, 31);
  expect(found()).toEqual([]);
});

test('words behind a broken frame count as surviving, after one break or two', () => {
  for (let key = 1; key <= 12; key += 1) addNotes(key, key + 1);
  const [sound, count] = [readFileSync(`${file}-wal`), frameCount()];
  const all = wordsOfNotes(1, 13);
  const before = readContents(file, []);
  for (let number = 0; number < count; number += 1) {
    for (const broken of [[number], [number, Math.floor(number / 2)]]) {
      writeFileSync(`${file}-wal`, sound);
      breakFrames(broken);
      const words = survivingWords(before, readContents(file, []));
      const lost = all.filter((word) => !words.has(word));
      // A frame has at most the notes of one commit that are nowhere else.
      expect(lost.length, `frames ${broken.join()}: ${lost.join()}`).toBeLessThanOrEqual(3 * broken.length);
    }
  }
});

test('a frame whose predecessor has lost its checksum cannot be checked', () => {
  for (let key = 1; key <= 3; key += 1) addNotes(key, key + 1);
  const frames = frameCount();
  // A frame's checksum is at the end of its header.
  breakFrames([frames - 2], 16);
  expect(found()).not.toContain('text3');
  expect(found()).toContain('text1');
});

test('words of a row that moved to a page with a broken frame are read from its former page', () => {
  addNotes(1, 12);
  const before = frameCount();
  db.prepare('UPDATE notes SET text = text || ? WHERE key = 3').run('y'.repeat(3_000));
  db.exec("INSERT INTO drafts (place, title, text) VALUES ('new', 'draft-title', 'draft-text')");
  const [sound, end] = [readFileSync(`${file}-wal`), frameCount()];
  for (let number = before; number < end - 1; number += 1) {
    writeFileSync(`${file}-wal`, sound);
    breakFrames([number]);
    const words = new Set(found());
    expect([...wordsOfNotes(1, 12)].filter((word) => !words.has(word) && word !== 'end3')).toEqual([]);
  }
});

test('if the header of a log is broken, its frames reveal which of them belong to the present round', () => {
  addNotes(1, 5);
  db.pragma('wal_checkpoint(RESTART)');
  const older = frameCount();
  addNotes(5, 6);
  db.exec("UPDATE notes SET text = 'new5' WHERE key = 5");
  expect(frameCount()).toBe(older);
  breakFrames([]);
  expect(found()).toContain('new5');
  expect(found()).toContain('text1');
});

test('a last frame that is broken does not hide the page of the file that it was copied to', () => {
  addNotes(1, 3);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.exec("UPDATE notes SET text = 'second1' WHERE key = 1");
  db.exec("UPDATE notes SET text = 'third1' WHERE key = 1");
  db.exec('DELETE FROM history');
  db.exec("UPDATE notes SET title = 'last' WHERE key = 2");
  db.pragma('wal_checkpoint(PASSIVE)');
  const before = readContents(file, []);
  breakFrames([frameCount() - 1]);
  expect(survivingWords(before, readContents(file, []))).toContain('last');
});

test('while a process has the files open, only the newest frame of a page counts, or only the file once it has that frame', () => {
  addNotes(1, 2);
  db.pragma('wal_checkpoint(TRUNCATE)');
  addNotes(2, 3);
  const before = readContents(file, []);
  expect(wordsWhileRunning(before, before)).toEqual(survivingWords(null, before));
  const root = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'notes'").pluck().get();
  const numbers = Array.from({ length: frameCount() }, (_, number) => number);
  breakFrames(
    numbers.filter(
      (number) => readFileSync(`${file}-wal`).readUInt32BE(LOG_HEADER + number * FRAME_SIZE) === root,
    ),
  );
  expect(survivingWords(before, readContents(file, []))).toContain('text1');
  const words = wordsWhileRunning(before, readContents(file, []));
  expect(words).not.toContain('text1');
});

test('the rows of a log are read even if its database is missing', () => {
  addNotes(1, 5);
  const copy = path.join(folder, 'alone.sqlite');
  copyFileSync(`${file}-wal`, `${copy}-wal`);
  expect(readStates(readFiles(copy)).map((pages) => readRows(pages).length)).toEqual([4]);
});

test('rows on damaged pages are lost, and all others survive, even if pages that lead to them are damaged', () => {
  addNotes(1, 120);
  db.pragma('wal_checkpoint(TRUNCATE)');
  const sound = readFileSync(file);
  const wrong: string[] = [];
  writeFileSync(file, sound);
  const before = readContents(file, []);
  for (let number = 1; number * PAGE_SIZE <= sound.length; number += 1) {
    const damaged = Buffer.from(sound).fill(0, (number - 1) * PAGE_SIZE, number * PAGE_SIZE);
    writeFileSync(file, damaged);
    const all = survivingWords(before, readContents(file, []));
    for (const row of before.states.flatMap(({ rows }) => rows)) {
      const [word = ''] = wordsOf({ title: null, text: row.texts[0] ?? '' });
      // A damaged overflow page does not affect the title, as far as the text can be read to its end.
      if (row.own.indexOf(number) > 0) continue;
      // The schema's pages contain only what an empty database also has.
      if (all.has(word) === row.own.includes(number)) wrong.push(`page ${number}: ${word}`);
    }
  }
  expect(wrong).toEqual([]);
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

test('the words of every backup count as surviving, whatever its date, even if the log has a break', () => {
  addNotes(1, 3);
  backUp('2026-01-01');
  db.exec('DELETE FROM notes WHERE key = 1');
  db.exec('DELETE FROM history');
  backUp('2025-01-01');
  backUp('2099-01-01');
  addNotes(3, 5);
  expect(found()).not.toContain('text1');
  breakFrames([frameCount() - 3]);
  expect(found()).toContain('text1');
});

test('the words of a backup count as surviving if its number is greater than that of the database', () => {
  db.exec('UPDATE cache SET number = 7');
  addNotes(1, 3);
  backUp('0000000000000008');
  db.exec('DELETE FROM notes');
  db.exec('DELETE FROM history');
  expect(found()).toEqual(wordsOfNotes(1, 3));
  const backup = path.join(folder, 'backups', '0000000000000008');
  renameSync(`${backup}.sqlite`, `${backup}.unread.sqlite`);
  expect(found()).toEqual(wordsOfNotes(1, 3));
  db.exec('UPDATE cache SET number = 8');
  expect(found()).toEqual([]);
});

/** @param name without its ending */
function backUp(name: string): void {
  mkdirSync(path.join(folder, 'backups'), { recursive: true });
  db.prepare('VACUUM INTO ?').run(path.join(folder, 'backups', `${name}.sqlite`));
}
