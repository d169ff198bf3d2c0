/**
 * Files of which a page is missing that a checkpoint had written, or whose log has parts of several rounds. The
 * log may have the only copy of what is missing.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { emptyDatabase } from '#account/database/empty-database.ts';
import { continuesFile, PAGE_BYTES, readLog } from '#account/database/log.ts';
import type { AccountStore } from '#account/opening.ts';
import type { NoteId } from '#shared/note/note.ts';
import { backUp, fill, here, open, putFiles, reopen, setAsideFiles } from '../support/account-file.ts';
import { pendingNote } from '../support/store.ts';

const LOG_HEADER = 32;
/** Where the log's header has the numbers of the round. */
const ROUND_AT = 16;
const FRAME = 24 + PAGE_BYTES;
const SECTOR_BYTES = 512;
const SECTORS = PAGE_BYTES / SECTOR_BYTES;

const fileNow = (): Buffer => readFileSync(here.file);
const logNow = (): Buffer => readFileSync(`${here.file}-wal`);
const pageOf = (file: Buffer, page: number): Buffer =>
  file.subarray((page - 1) * PAGE_BYTES, page * PAGE_BYTES);

function write(store: AccountStore, id: string, text: string, sequence = store.notes.nextSequence()): void {
  store.notes.transaction(() =>
    store.notes.write(pendingNote(id, sequence, text), store.notes.read(id as NoteId) ?? undefined),
  );
}

function writeMany(store: AccountStore, what: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const text = `${what}${index}. ${'x'.repeat(900)}`;
    write(store, `${what}${index}`, text);
    return text;
  });
}

function quick(store: AccountStore, text: string): void {
  store.notes.transaction(() => store.drafts.store({ place: 'quick', content: { title: '', text } }));
}

/** The texts of notes, earlier versions and drafts. */
function textsIn({ db }: AccountStore): (string | null)[] {
  const tables = ['notes', 'history', 'drafts'].map((name) => `SELECT text FROM ${name}`);
  return db
    .prepare<[], { text: string | null }>(tables.join(' UNION ALL '))
    .all()
    .map(({ text }) => text);
}

/**
 * A checkpoint writes the words of a note into the file, the log starts over, and the page with the words is lost.
 * @param before words that the note had earlier; null if it is new
 */
function losePageOf(words: string, before: string | null): void {
  fill();
  const store = open();
  if (before !== null) write(store, 'typed', before, 77);
  store.erasure.checkpoint();
  // The next round is shorter, so that the words stay behind it.
  for (let index = 0; index < 8; index += 1) quick(store, `draft ${index}`);
  const earlier = fileNow();
  write(store, 'typed', words, 77);
  store.erasure.checkpoint();
  const file = fileNow();
  quick(store, 'next round');
  const log = logNow();
  store.abandon();
  const pages = Array.from({ length: file.length / PAGE_BYTES }, (_, at) => at + 1).filter((page) =>
    pageOf(file, page).includes(words),
  );
  expect(pages).toHaveLength(1);
  for (const page of pages) pageOf(earlier, page).copy(file, (page - 1) * PAGE_BYTES);
  expect([file.includes(words), log.includes(words)]).toEqual([false, true]);
  putFiles(file, log);
}

describe('a page that a finished checkpoint wrote and the disk did not store', () => {
  test('is read from the round of the log before, if it has newer words of a note', () => {
    losePageOf('newer words', 'older words');
    expect(textsIn(open())).toContain('newer words');
  });

  test('is read from the round of the log before, if it has a new note', () => {
    losePageOf('words of a new note', null);
    expect(textsIn(open())).toContain('words of a new note');
  });
});

test('an earlier file under a log whose first commit was torn has the words of the round before', () => {
  fill();
  const earlier = fileNow();
  const store = open();
  const words = writeMany(store, 'before', 10);
  store.erasure.checkpoint();
  const before = logNow();
  write(store, 'torn', 'torn');
  const log = logNow();
  store.abandon();
  // The header of the new round was stored, and its first commit was not.
  before.copy(log, LOG_HEADER, LOG_HEADER);
  putFiles(earlier, log);
  expect(textsIn(open())).toEqual(expect.arrayContaining(words));
});

describe('a log with frames of a later round between those of an earlier one', () => {
  function rounds(later: number) {
    fill();
    const earlier = fileNow();
    const store = open();
    writeMany(store, 'before', 20);
    const before = logNow();
    store.erasure.checkpoint();
    const file = fileNow();
    const words = writeMany(store, 'after', later);
    const log = logNow();
    store.abandon();
    return { earlier, before, file, log, words };
  }

  test('has the words of the later round if the disk did not store its header', () => {
    const { before, file, log, words } = rounds(5);
    before.copy(log, 0, 0, PAGE_BYTES);
    putFiles(file, log);
    expect(textsIn(open())).toEqual(expect.arrayContaining(words));
  });

  test('has the words that can be read of the later round if it was copied while it started over', () => {
    const { earlier, before, log, words } = rounds(8);
    before.copy(log, 0, 0, LOG_HEADER + 8 * FRAME);
    putFiles(earlier, log);
    const readable = words.filter((text) => log.includes(text));
    expect(readable.length).toBeGreaterThan(0);
    expect(textsIn(open())).toEqual(expect.arrayContaining(readable));
  });
});

test('an end just after a new round began is no damage, whichever numbers SQLite draws for the round', () => {
  fill();
  const store = open();
  writeMany(store, 'before', 20);
  store.erasure.checkpoint();
  const [file, before] = [fileNow(), logNow()];
  quick(store, 'not committed');
  const log = logNow();
  store.abandon();
  // Only the new header was written.
  before.copy(log, LOG_HEADER, LOG_HEADER);
  const numbers = new Set<string>();
  for (let run = 0; run < 12; run += 1) {
    putFiles(file, log);
    const next = open();
    quick(next, 'after');
    numbers.add(logNow().toString('hex', ROUND_AT, LOG_HEADER));
    reopen(next).close();
    expect(setAsideFiles()).toEqual([]);
  }
  expect(numbers.size).toBe(12);
});

test('a log that was shortened when it started over is no damage', () => {
  fill();
  const store = open();
  writeMany(store, 'before', 5);
  // The last of them is longer than what is left of the log.
  for (const megabytes of [1, 18]) write(store, 'long', 'x'.repeat(megabytes * 2 ** 20), 77);
  writeMany(store, 'at the end', 5);
  const length = logNow().length;
  store.erasure.checkpoint();
  quick(store, 'next round');
  expect(logNow().length).toBeLessThan(length);
  reopen(store);
  expect(setAsideFiles()).toEqual([]);
});

/** A round that a checkpoint has brought into the file, and the first commit of the next one, which is longer. */
function twoRounds() {
  fill();
  const store = open();
  quick(store, 'one');
  quick(store, 'two');
  store.erasure.checkpoint();
  const [file, before] = [fileNow(), logNow()];
  write(store, 'long', 'x'.repeat(40_000), 77);
  const after = logNow();
  store.abandon();
  expect(after.length).toBeGreaterThan(before.length);
  return { file, before, after };
}

test('a part in the middle of a first commit that was not flushed is no damage', () => {
  const { file, before, after } = twoRounds();
  const frames = Math.floor((before.length - LOG_HEADER) / FRAME);
  for (let from = 0; from < frames; from += 1)
    for (let to = from + 1; to <= frames; to += 1) {
      const log = Buffer.from(before);
      // The header is flushed before the frames.
      after.copy(log, 0, 0, LOG_HEADER);
      after.copy(log, LOG_HEADER + from * FRAME, LOG_HEADER + from * FRAME, LOG_HEADER + to * FRAME);
      putFiles(file, log);
      expect(continuesFile(readLog(here.file), here.file), `frames ${from} to ${to}`).toBe(true);
    }
});

test('zeros where a shortened log has grown again, of which only the length was stored, are no damage', () => {
  fill();
  const store = open();
  quick(store, 'one');
  for (const megabytes of [1, 18]) write(store, 'long', 'x'.repeat(megabytes * 2 ** 20), 77);
  quick(store, 'at the end');
  store.erasure.checkpoint();
  quick(store, 'next round');
  const [file, log] = [fileNow(), logNow()];
  store.abandon();
  putFiles(file, Buffer.concat([log, Buffer.alloc(2 ** 20)]));
  expect(continuesFile(readLog(here.file), here.file)).toBe(true);
});

/** The numbers of the row take more bytes after the first two commits and after the 127th. */
test.each([0, 1, 5, 127])(
  'a tag page that is torn between two sectors after %i commits is no damage',
  (commits) => {
    open().close();
    const first = open();
    for (let index = 0; index < commits; index += 1) quick(first, `draft ${index}`);
    first.close();
    const store = open();
    const before = fileNow();
    quick(store, 'next');
    const log = logNow();
    store.erasure.checkpoint();
    const [older, newer] = [before, fileNow()].map((file) => pageOf(file, emptyDatabase().tagPage));
    store.abandon();
    for (let sectors = 0; sectors < 2 ** SECTORS; sectors += 1) {
      const file = Buffer.from(before);
      const page = pageOf(file, emptyDatabase().tagPage);
      for (let sector = 0; sector < SECTORS; sector += 1) {
        const source = (sectors >> sector) % 2 === 0 ? older : newer;
        source?.copy(page, sector * SECTOR_BYTES, sector * SECTOR_BYTES, (sector + 1) * SECTOR_BYTES);
      }
      if (page.equals(older ?? page) && sectors > 0) continue;
      putFiles(file, log);
      expect(continuesFile(readLog(here.file), here.file), `sectors ${sectors}`).toBe(true);
    }
  },
);

test.each([0, 0xa5])('if the tag page is lost (%i), the words of the log are newer than the file', (byte) => {
  fill();
  const first = open();
  write(first, 'edited', 'older words', 77);
  first.close();
  const store = open();
  write(store, 'edited', 'newer words', 77);
  const [file, log] = [fileNow(), logNow()];
  store.abandon();
  pageOf(file, emptyDatabase().tagPage).fill(byte);
  putFiles(file, log);
  expect(open().notes.read('edited' as NoteId)?.local?.text).toBe('newer words');
});

test('an older copy whose tag page is lost does not take the place of a backup that is newer', () => {
  fill();
  const older = fileNow();
  const store = open();
  const words = writeMany(store, 'since', 5);
  store.close();
  backUp();
  pageOf(older, emptyDatabase().tagPage).fill(0xa5);
  putFiles(older, Buffer.alloc(0));
  expect(textsIn(open())).toEqual(expect.arrayContaining(words));
});
