import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSearch } from '#main/store/search/open-search.ts';
import { manyRealisticNotes } from '#tests/support/realistic-notes.ts';
import { fillDatabase, indexDatabase } from './support/filled-database.ts';

test('what is indexed once is not indexed again at the next opening', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-filled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'notes.sqlite');
  fillDatabase(file, manyRealisticNotes(3_000));
  const before = openSearch(file);
  expect(before.search.needsBuild()).toBe(true);
  before.close();
  indexDatabase(file);
  const after = openSearch(file);
  expect(after.search.needsBuild()).toBe(false);
  after.close();
});
