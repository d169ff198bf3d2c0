import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeDatabase } from '#account/database/new-database.ts';
import { openDatabase } from '#account/database/open.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const [SECRET, OTHER] = ['words that the user has deleted', 'words that stay'];

test.each([
  ['a page that has other words', SECRET],
  ['pages that become free', `${'long '.repeat(10_000)}${SECRET}`],
])('[C3] deleted words do not stay in the file on %s', (_where, text) => {
  const file = path.join(temporaryFolder(), 'notes.sqlite');
  makeDatabase(file);
  const db = openDatabase(file);
  const insert = db.prepare(`INSERT INTO drafts (place, title, text) VALUES (?, '', ?)`);
  insert.run('new', OTHER);
  insert.run('quick', text);
  db.pragma('wal_checkpoint(TRUNCATE)');
  expect(readFileSync(file).includes(SECRET)).toBe(true);
  db.exec(`DELETE FROM drafts WHERE place = 'quick'`);
  db.pragma('wal_checkpoint(TRUNCATE)');
  const bytes = readFileSync(file);
  expect(bytes.includes(SECRET)).toBe(false);
  expect(bytes.includes(OTHER)).toBe(true);
  db.close();
});
