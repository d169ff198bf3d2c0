/** The list of checks that only the real Electron allows names existing tests. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { at } from '#tools/commands/lib/paths.mjs';

const folder = at('tests/e2e');
const list = readFileSync(path.join(folder, 'REAL-ELECTRON.md'), 'utf8');
const rows = list.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));

test('every row of REAL-ELECTRON.md names a test, a command or a workflow', () => {
  expect(rows.length).toBeGreaterThan(15);
  const without = rows.filter((row) => !/`[\w./-]+\.ts`|npm run|workflow/.test(row));
  expect(without).toEqual([]);
});

const named = rows.flatMap((row) =>
  [...row.matchAll(/`([\w./-]+\.ts)`(?: › ([^|;]+))?/g)].map(([, file = '', title]) => ({
    file,
    title: title?.trim() ?? '',
  })),
);

test.each(named)('REAL-ELECTRON.md names an existing test: $file › $title', ({ file, title }) => {
  const code = readFileSync(path.join(folder, file), 'utf8');
  // Tests that are defined in a loop have only the first part of their title in the file.
  expect(code).toContain(title.split(':')[0]);
});
