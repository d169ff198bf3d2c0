import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeDatabase } from '#account/database/new-database.ts';
import { openReader } from '#account/database/open.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

test('a new database is not moved to its place if the checkpoint of its log fails', () => {
  const file = path.join(temporaryFolder(), 'notes.sqlite');
  const fill = (): void => {
    // A reader of the earlier state prevents a checkpoint of the log, even when the new database is closed.
    const reader = openReader(`${file}.new`);
    onTestFinished(() => void reader.close());
    reader.exec('BEGIN; SELECT * FROM cache');
  };
  expect(() => makeDatabase(file, fill)).toThrow(expect.objectContaining({ code: 'store-failed' }));
  expect(existsSync(file)).toBe(false);
});

test('a new database never replaces an existing one', () => {
  const file = path.join(temporaryFolder(), 'notes.sqlite');
  writeFileSync(file, 'words of the user');
  expect(() => makeDatabase(file)).toThrow(expect.objectContaining({ code: 'store-failed' }));
  expect(readFileSync(file, 'utf8')).toBe('words of the user');
  expect(existsSync(`${file}.new`)).toBe(false);
});
