import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { manyRealisticNotes } from '#tests/support/realistic-notes.ts';
import { fillDatabase, indexDatabase } from './support/filled-database.ts';

test('what is indexed once is not indexed again at the next opening', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-filled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'notes.sqlite');
  fillDatabase(file, manyRealisticNotes(1_000));
  expect(indexDatabase(file)).toBeGreaterThan(10);
  expect(indexDatabase(file)).toBe(1);
});
