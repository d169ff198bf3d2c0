/** Opening a file that is partly damaged, that is missing, or in whose place is something else. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { markFailure } from '#account/opening.ts';
import { pagesOf, pendingNote } from '../support/store.ts';
import {
  here,
  open,
  fill,
  backUp,
  pendingWords,
  wordsInFile,
  ALL_WORDS,
  setAsideFiles,
} from '../support/account-file.ts';

const damages: Record<string, () => void> = {
  'no database': () =>
    writeFileSync(here.file, 'this is a sentence, and long enough for a header '.repeat(100)),
  'no bytes left': () => truncateSync(here.file, 0),
  'cut in the middle of a page': () => truncateSync(here.file, 5_000),
  'all zeros': () => writeFileSync(here.file, Buffer.alloc(statSync(here.file).size)),
  'a folder in its place': () => {
    rmSync(here.file);
    mkdirSync(here.file);
    writeFileSync(path.join(here.file, 'something'), '');
  },
  'a header without its name': () => {
    const bytes = readFileSync(here.file);
    bytes.write('garbage', 0);
    writeFileSync(here.file, bytes);
  },
  gone: () => rmSync(here.file),
  'no outbox': () => {
    const db = new Database(here.file);
    db.exec('DROP TABLE outbox');
    db.close();
  },
};

test.each(Object.entries(damages))('damage (%s) loses nothing that is in the backup', (_name, damage) => {
  fill();
  backUp();
  damage();
  const store = open();
  expect(wordsInFile(store)).toEqual(expect.arrayContaining(ALL_WORDS));
  // Because of these words the account stays on this device at a sign-out (S11).
  expect(store.notes.counts().pending + store.unreadCount()).toBeGreaterThan(0);
  expect(store.drafts.list()).toEqual([{ place: 'new', content: { title: 'half', text: 'a thought' } }]);
  expect(store.history.page(0, 9).rows.map(({ excerpt }) => excerpt)).toEqual(['gone elsewhere']);
});

test.each(Object.entries(damages))(
  'a damaged file (%s) is set aside, and the account opens without a backup',
  (_name, damage) => {
    fill();
    damage();
    const isThere = existsSync(here.file);
    const store = open();
    store.notes.write(pendingNote('new', 99));
    expect(pendingWords(store)).toContain('unpushed words of new');
    if (isThere)
      expect(setAsideFiles().some((name) => name.startsWith('2026-01-02T03-04-05.000Z'))).toBe(true);
    expect(readdirSync(here.folder).filter((name) => /new|reading|unfinished/.test(name))).toEqual([]);
  },
);

const firstPages: Record<string, (bytes: Buffer) => void> = {
  'without its header': (bytes) => void bytes.fill(0, 0, 100),
  'without its first page': (bytes) => void bytes.fill(0, 0, 4096),
  'with noise in its first page': (bytes) => void bytes.fill(0xa5, 0, 4096),
};

test.each(Object.entries(firstPages))('a file %s loses no word, even with no backup', (_name, damage) => {
  fill();
  const bytes = readFileSync(here.file);
  damage(bytes);
  writeFileSync(here.file, bytes);
  const store = open();
  expect(pendingWords(store)).toEqual(ALL_WORDS);
  expect(store.notes.remoteIds(null, 1_000)).toHaveLength(330);
  expect(store.drafts.list()).toHaveLength(1);
  expect(store.history.page(0, 9).total).toBe(1);
  expect(store.unreadCount()).toBe(0);
});

test('a file with the first page of an earlier, smaller state retains the words on later pages', () => {
  fill();
  const earlier = readFileSync(here.file).subarray(0, 4096);
  const store = open();
  const text = `${'long '.repeat(5_000)}and typed last`;
  store.drafts.store({ place: 'quick', content: { title: '', text } });
  store.notes.write(pendingNote('later', store.notes.nextSequence()));
  store.close();
  const bytes = readFileSync(here.file);
  earlier.copy(bytes);
  writeFileSync(here.file, bytes);
  markFailure(here.file, { damaged: true, reason: 'the first page is of an earlier time' });
  const after = open();
  expect(after.drafts.list()).toContainEqual({ place: 'quick', content: { title: '', text } });
  expect(wordsInFile(after)).toEqual(expect.arrayContaining(ALL_WORDS));
});

test.each([1, 2, 3, 4])('no word is lost with page %i of the schema, even without a backup', (which) => {
  fill();
  const pages = pagesOf(here.file, 'sqlite_schema');
  expect(pages).toHaveLength(4);
  const bytes = readFileSync(here.file);
  const page = pages[which - 1] ?? 1;
  bytes.fill(0, (page - 1) * 4096, page * 4096);
  writeFileSync(here.file, bytes);
  expect(pendingWords(open())).toEqual(ALL_WORDS);
});

test('a foreign journal beside a file that is known to be damaged is set aside', () => {
  fill();
  markFailure(here.file, { damaged: true, reason: 'found' });
  writeFileSync(`${here.file}-journal`, 'of another program');
  writeFileSync(`${here.file}-wal`, '');
  expect(pendingWords(open())).toEqual(ALL_WORDS);
  expect(existsSync(`${here.file}-journal.aside`)).toBe(true);
});
