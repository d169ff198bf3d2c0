import path from 'node:path';
import { expect, test } from 'vitest';
import { manyRealisticNotes } from '#tests/support/realistic-notes.ts';
import { fillDatabase, indexDatabase } from './support/filled-database.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

test('notes that are already indexed are not indexed again at the next opening of the database', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'notes.sqlite');
  fillDatabase(file, manyRealisticNotes(1_000));
  expect(indexDatabase(file)).toBeGreaterThan(10);
  expect(indexDatabase(file)).toBe(1);
});
