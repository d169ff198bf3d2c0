/**
 * Opening a file whose log is from another time or another file, or has words that the damaged file lacks.
 */
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { AccountStore } from '#account/opening.ts';
import type { NoteId } from '#shared/note/note.ts';
import { destroyRoot, pendingNote } from '../support/store.ts';
import {
  here,
  open,
  fill,
  backUp,
  pendingWords,
  putFiles,
  wordsInFile,
  ALL_WORDS,
  setAsideFiles,
} from '../support/account-file.ts';

test('an earlier file under the log of a later one retains the words that only a backup has', () => {
  fill();
  const earlier = readFileSync(here.file);
  const quick = { place: 'quick', content: { title: '', text: 'typed in between' } } as const;
  const between = open();
  for (let index = 0; index < 300; index += 1)
    between.notes.write(pendingNote(`between${index}`, between.notes.nextSequence()));
  between.drafts.store(quick);
  between.close();
  backUp();
  const later = open();
  for (let index = 0; index < 200; index += 1)
    later.notes.write(pendingNote(`later${index}`, later.notes.nextSequence()));
  const log = readFileSync(`${here.file}-wal`);
  later.close();
  writeFileSync(here.file, earlier);
  writeFileSync(`${here.file}-wal`, log);
  const store = open();
  expect(store.drafts.list()).toContainEqual(quick);
  expect(wordsInFile(store)).toEqual(expect.arrayContaining([...ALL_WORDS, 'unpushed words of later199']));
  expect(store.unreadCount()).toBeGreaterThan(0);
});

test('an older log beside a newer file takes no words from the file, and its own are read', () => {
  fill();
  const store = open();
  store.notes.write(pendingNote('older', store.notes.nextSequence(), 'in the older log'));
  const log = readFileSync(`${here.file}-wal`);
  store.close();
  const later = open();
  for (let index = 0; index < 100; index += 1)
    later.notes.write(pendingNote(`later${index}`, later.notes.nextSequence()));
  later.close();
  writeFileSync(`${here.file}-wal`, log);
  const words = wordsInFile(open());
  expect(words).toEqual(expect.arrayContaining([...ALL_WORDS, 'in the older log']));
  expect(words).toContain('unpushed words of later99');
});

/** Writes twenty pending notes, each with a long text, and returns their texts. */
function writeTwenty(store: AccountStore, what: string): string[] {
  return Array.from({ length: 20 }, (_, index) => {
    const text = `${what} ${index} ${'x'.repeat(1_000)}`;
    store.notes.transaction(() =>
      store.notes.write(pendingNote(`${what}${index}`, store.notes.nextSequence(), text)),
    );
    return text;
  });
}

test('a file that was copied before its log started over has the words of the round before', () => {
  fill();
  const file = readFileSync(here.file);
  const store = open();
  const texts = writeTwenty(store, 'before');
  store.erasure.checkpoint();
  store.notes.transaction(() => store.notes.write(pendingNote('last', 99, 'of the next round')));
  const log = readFileSync(`${here.file}-wal`);
  store.abandon();
  putFiles(file, log);
  const words = wordsInFile(open());
  expect(words).toContain('of the next round');
  // The next round has overwritten the frames of the first notes.
  expect(words).toEqual(expect.arrayContaining([...ALL_WORDS, ...texts.slice(5)]));
});

test('a log whose beginning is of the round before loses no words behind it', () => {
  fill();
  const store = open();
  const texts = writeTwenty(store, 'before');
  const before = readFileSync(`${here.file}-wal`);
  store.erasure.checkpoint();
  const file = readFileSync(here.file);
  texts.push(...writeTwenty(store, 'after'));
  const log = readFileSync(`${here.file}-wal`);
  store.abandon();
  before.copy(log, 0, 0, 4096);
  putFiles(file, log);
  const mended = open();
  expect(wordsInFile(mended)).toEqual(expect.arrayContaining([...ALL_WORDS, ...texts]));
  expect(mended.unreadCount()).toBeGreaterThan(0);
});

test('a log that was copied while it started over, and the file before it, have the words of both rounds', () => {
  fill();
  const file = readFileSync(here.file);
  const store = open();
  const texts = writeTwenty(store, 'before');
  const before = readFileSync(`${here.file}-wal`);
  store.erasure.checkpoint();
  texts.push(...writeTwenty(store, 'after'));
  const log = readFileSync(`${here.file}-wal`);
  store.abandon();
  before.copy(log, 0, 0, Math.floor(before.length / 2));
  putFiles(file, log);
  const words = wordsInFile(open());
  expect(words).toEqual(expect.arrayContaining([...ALL_WORDS, ...texts.slice(0, 8), ...texts.slice(32)]));
});

test('a log in which only older words of a note can be verified does not replace those that a checkpoint has written', () => {
  const store = open();
  for (const text of ['one', 'two', 'three', 'the last words']) {
    const note = pendingNote('edited', store.notes.nextSequence(), text);
    store.notes.transaction(() => store.notes.write(note, store.notes.read(note.id) ?? undefined));
  }
  const log = readFileSync(`${here.file}-wal`);
  store.erasure.checkpoint();
  const file = readFileSync(here.file);
  store.abandon();
  const frame = 24 + 4096;
  const header = 32 + Math.floor((log.lastIndexOf('the last words') - 32) / frame) * frame;
  putFiles(file, log.fill(0xa5, header, header + 8));
  expect(open().notes.read('edited' as NoteId)?.local?.text).toBe('the last words');
});

test('a file beside the log of another computer with the same account has the words of both', () => {
  fill();
  const computers = [here.file, path.join(here.folder, 'second', 'notes.sqlite')] as const;
  mkdirSync(path.dirname(computers[1]));
  cpSync(computers[0], computers[1]);
  const logs = computers.map((file, at) => {
    here.file = file;
    const store = open();
    store.notes.write(pendingNote(`of${at}`, store.notes.nextSequence(), `of computer ${at}`));
    const log = readFileSync(`${file}-wal`);
    store.close();
    return log;
  });
  [here.file] = computers;
  writeFileSync(`${here.file}-wal`, logs[1] ?? '');
  expect(wordsInFile(open())).toEqual(expect.arrayContaining(['of computer 0', 'of computer 1']));
});

test('a file beside the log of another database retains its own words', () => {
  fill();
  const strangeFile = path.join(here.folder, 'other.sqlite');
  const db = new Database(strangeFile);
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE x (y); INSERT INTO x VALUES (randomblob(100000))');
  cpSync(`${strangeFile}-wal`, `${here.file}-wal`);
  db.close();
  expect(pendingWords(open())).toEqual(ALL_WORDS);
});

/** Leaves the database and its log as after a crash. */
function crashWith(text: string): void {
  const store = open();
  store.notes.write(pendingNote('newest', 99, text));
  for (const part of ['', '-wal']) cpSync(here.file + part, `${here.file}.crashed${part}`);
  store.close();
  for (const part of ['', '-wal']) renameSync(`${here.file}.crashed${part}`, here.file + part);
}

test('words that only the log of a damaged file has are read from the log', () => {
  fill();
  crashWith('only in the log');
  cpSync(`${here.file}-wal`, `${here.file}-kept`);
  destroyRoot(here.file, 'history_by_time');
  renameSync(`${here.file}-kept`, `${here.file}-wal`);
  const store = open();
  expect(pendingWords(store)).toContain('only in the log');
  expect(store.notices.take()).toHaveLength(1);
});

test('words in a log whose database is gone are read from the log', () => {
  fill();
  backUp();
  crashWith('only in the log');
  rmSync(here.file);
  const words = pendingWords(open());
  expect(words).toContain('only in the log');
  expect(words).toHaveLength(31);
});

test('an empty log without a database counts as none and is not set aside', () => {
  writeFileSync(`${here.file}-wal`, '');
  const store = open();
  expect(store.unreadCount()).toBe(0);
  expect(setAsideFiles()).toEqual([]);
});

test('an older file under the log of a later one is noticed although both fit together', () => {
  fill();
  const older = readFileSync(here.file);
  const store = open();
  const edited = pendingNote('pending3', 4, 'edited');
  store.notes.transaction(() =>
    store.notes.write(edited, store.notes.read('pending3' as NoteId) ?? undefined),
  );
  store.close();
  backUp();
  const last = open();
  last.notes.transaction(() => last.notes.write(pendingNote('last', 99, 'only in the log')));
  const log = readFileSync(`${here.file}-wal`);
  last.close();
  writeFileSync(here.file, older);
  writeFileSync(`${here.file}-wal`, log);
  const mended = open();
  expect(mended.notes.isConfirmed()).toBe(false);
  const past = mended.history.page(0, 99).rows.map(({ excerpt }) => excerpt);
  expect([...wordsInFile(mended), ...past]).toEqual(expect.arrayContaining(['edited', 'only in the log']));
});
