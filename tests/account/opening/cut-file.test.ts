/** A database or a log that was cut or broken: the contents of the other file must not be overwritten. */
import {
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { AppError } from '#shared/base/error.ts';
import type { NoteId } from '#shared/note/note.ts';
import { type AccountStore, markFailure, openAccountStore } from '#account/opening.ts';
import { openReader } from '#account/database/open.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { isBeyondCheck } from '#account/database/store-error.ts';

import { pendingNote } from '../support/store.ts';

let file = '';
let ends: AppError[] = [];
beforeEach(() => {
  file = path.join(temporaryFolder(), 'notes.sqlite');
  ends = [];
});

function open(): AccountStore {
  return openAccountStore({ file, now: Date.now, onFatal: (error) => ends.push(error) });
}

const type = (store: AccountStore, text: string): void =>
  store.drafts.store({ place: 'new', content: { title: '', text } });

/** Opens the file again, as after the end of a thread that found damage. */
function reopenDamaged(store: AccountStore): AccountStore {
  const [end] = ends;
  markFailure(file, { damaged: isBeyondCheck(end), reason: String(end?.message) });
  store.abandon();
  return open();
}

const texts = (store: AccountStore): string[] => store.drafts.list().map(({ content }) => content.text);

test.each(['to the half', 'to nothing', 'away'])(
  'a database that was cut %s is not written, and the words in its log are salvaged',
  (how) => {
    const store = open();
    type(store, 'the last copy of this is in the log');
    // After this checkpoint the next commit restarts the log.
    store.erasure.checkpoint();
    if (how === 'away') unlinkSync(file);
    else truncateSync(file, how === 'to nothing' ? 0 : Math.floor(statSync(file).size / 8192) * 4096);
    expect(() => store.db.transaction(() => type(store, 'written over it'))).toThrow('damaged');
    expect(ends).toMatchObject([{ code: 'store-damaged' }]);
    const again = reopenDamaged(store);
    expect(texts(again)).toEqual(['the last copy of this is in the log']);
    again.close();
  },
);

test.each(['a write', 'a check of all pages'])(
  'if another file is put in the place of an open database, which %s finds, no acknowledged word is lost',
  (finder) => {
    const first = open();
    type(first, 'before');
    first.close();
    const older = readFileSync(file);
    const store = open();
    const long = 'long '.repeat(2_000);
    const write = (count: number): void =>
      store.notes.transaction(() =>
        store.notes.write(pendingNote(`note${count}`, count, `${long} word${count}`)),
      );
    // More than the log holds: a checkpoint has brought most of it into the file that has no name by then.
    for (let count = 1; count <= 6; count += 1) {
      write(count);
      store.erasure.checkpoint();
    }
    writeFileSync(`${file}.restored`, older);
    renameSync(`${file}.restored`, file);
    if (finder === 'a write') expect(() => write(7)).toThrow('their file was replaced');
    else store.db.suspect();
    const again = reopenDamaged(store);
    const words = Array.from(
      { length: 6 },
      (_, at) => again.notes.read(`note${at + 1}` as NoteId)?.local?.text,
    );
    expect(words.map((text) => text?.slice(-5))).toEqual([
      'word1',
      'word2',
      'word3',
      'word4',
      'word5',
      'word6',
    ]);
    again.close();
  },
);

test('the log of a database that was cut stays as it is when the store is closed', () => {
  const store = open();
  type(store, 'words');
  store.erasure.checkpoint();
  truncateSync(file, 0);
  store.close();
  expect(ends).toMatchObject([{ code: 'store-damaged' }]);
  const again = reopenDamaged(store);
  expect(texts(again)).toEqual(['words']);
  again.close();
});

test('an emptied database is not opened for reading, because SQLite would delete its log', () => {
  const store = open();
  type(store, 'words');
  truncateSync(file, 0);
  expect(() => openReader(file)).toThrow('empty');
  expect(existsSync(`${file}-wal`)).toBe(true);
  store.abandon();
});

test('a log with a broken frame does not replace newer pages that a checkpoint has written', () => {
  const store = open();
  for (const words of ['one', 'two', 'three', 'the last words']) type(store, words);
  const log = readFileSync(`${file}-wal`);
  // The file has everything now. The log is unchanged, because only the next commit begins its next round.
  store.erasure.checkpoint();
  const crashed = path.join(path.dirname(file), 'crashed.sqlite');
  copyFileSync(file, crashed);
  const frame = 24 + 4096;
  const broken = 32 + (Math.floor((log.length - 32) / frame) - 3) * frame + 24;
  writeFileSync(`${crashed}-wal`, log.fill(0xa5, broken, broken + 100));
  store.abandon();
  file = crashed;
  const again = open();
  expect(texts(again)).toEqual(['the last words\n\none']);
  expect(again.notices.take().join()).toContain('was damaged');
  again.close();
});
