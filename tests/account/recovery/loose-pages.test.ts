import { appendFileSync, closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { type AccountStore, markFailure, openAccountStore } from '#account/opening.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

function open(file: string): AccountStore {
  return openAccountStore({
    file,
    now: Date.now,
    onFatal(error) {
      throw error;
    },
  });
}

/** Overwrites the page that contains these words with zeros. */
function loseThePageWith(file: string, words: string): void {
  const page = Math.floor(readFileSync(file).indexOf(words) / 4096);
  expect(page).toBeGreaterThan(0);
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(4096), 0, 4096, page * 4096);
  closeSync(descriptor);
}

test('[S12] rows after one that continues in a lost page are read, even if the table has a single page', () => {
  const file = path.join(temporaryFolder(), 'notes.sqlite');
  open(file).close();
  const db = new Database(file);
  const insertVersion = db.prepare<[string, string]>(
    `INSERT INTO history (note_id, text, is_archived, is_deleted, created, extra, removed, stored_at)
     VALUES (?, ?, 0, 0, 0, '{}', 0, 0)`,
  );
  insertVersion.run('first', 'before it');
  insertVersion.run('long', `${'x'.repeat(20_000)}the middle${'x'.repeat(20_000)}`);
  insertVersion.run('last', 'behind it');
  db.close();
  loseThePageWith(file, 'the middle');
  markFailure(file, { damaged: true, reason: 'a test' });
  const store = open(file);
  const texts = store.db.prepare<[], { text: string }>('SELECT text FROM history ORDER BY version').all();
  expect(texts).toEqual([{ text: 'before it' }, { text: 'behind it' }]);
  store.close();
});

test('a draft after one that continues in a lost page is read', () => {
  const file = path.join(temporaryFolder(), 'notes.sqlite');
  const before = open(file);
  const content = { title: '', text: 'a thought' };
  const long = { title: '', text: `${'x'.repeat(20_000)}the middle${'x'.repeat(20_000)}` };
  before.drafts.store({ place: 'new', content });
  before.drafts.store({ place: 'edit', id: 'abcdefghij0123456789' as NoteId, content: long, base: content });
  before.drafts.store({ place: 'quick', content, marks: { color: 'RED' } });
  before.close();
  loseThePageWith(file, 'the middle');
  markFailure(file, { damaged: true, reason: 'a test' });
  const store = open(file);
  expect(store.drafts.list()).toEqual([
    { place: 'new', content },
    { place: 'quick', content, marks: { color: 'RED' } },
  ]);
  store.close();
});

test('drafts on the inner pages of their table are read if every page below is lost', () => {
  const file = path.join(temporaryFolder(), 'notes.sqlite');
  const before = open(file);
  const base = { title: '', text: '' };
  for (let number = 0; number < 60; number += 1) {
    const id = `abcdefghij0123456${100 + number}` as NoteId;
    before.drafts.store({ place: 'edit', id, content: { title: `${number}`, text: 'x'.repeat(600) }, base });
  }
  before.close();
  const db = new Database(file);
  const pages = db
    .prepare<[], { pageno: number; pagetype: string; ncell: number }>(
      `SELECT pageno, pagetype, ncell FROM dbstat WHERE name = 'drafts'`,
    )
    .all();
  db.close();
  const descriptor = openSync(file, 'r+');
  for (const { pageno, pagetype } of pages)
    if (pagetype === 'leaf') writeSync(descriptor, Buffer.alloc(4096), 0, 4096, (pageno - 1) * 4096);
  closeSync(descriptor);
  const inner = pages.filter(({ pagetype }) => pagetype === 'internal');
  expect(inner).not.toEqual([]);
  markFailure(file, { damaged: true, reason: 'a test' });
  const store = open(file);
  expect(store.drafts.list()).toHaveLength(inner.reduce((sum, { ncell }) => sum + ncell, 0));
  store.close();
});

test('[S11] a draft that is on two pages from different times has the words of both', () => {
  const file = path.join(temporaryFolder(), 'notes.sqlite');
  const before = open(file);
  const base = { title: '', text: '' };
  for (let number = 0; number < 60; number += 1) {
    const id = `abcdefghij0123456${100 + number}` as NoteId;
    const content = { title: `draft ${number}`, text: `typed first ${'x'.repeat(600)}` };
    before.drafts.store({ place: 'edit', id, content, base });
  }
  before.close();
  const bytes = readFileSync(file);
  const page = Math.floor(bytes.indexOf('draft 30') / 4096) * 4096;
  const later = bytes
    .subarray(page, page + 4096)
    .toString('latin1')
    .replaceAll('typed first', 'typed later');
  appendFileSync(file, Buffer.from(later, 'latin1'));
  loseThePageWith(file, 'draft 50');
  markFailure(file, { damaged: true, reason: 'a test' });
  const store = open(file);
  const draft = store.drafts.list().find(({ content }) => content.title === 'draft 30');
  expect(draft?.content.text).toMatch(/^typed first x+\n\ntyped later x+$/u);
  store.close();
});
