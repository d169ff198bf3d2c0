import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeDatabase } from '#account/store/new-database.ts';
import { openReader } from '#account/store/open.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

test('a new database whose log could not be brought into it does not come into its place', () => {
  const file = path.join(temporaryFolder(), 'notes.sqlite');
  const fill = (): void => {
    // Whoever reads what stood there before keeps the log from being brought in, also when it is closed.
    const reader = openReader(`${file}.new`);
    onTestFinished(() => void reader.close());
    reader.exec('BEGIN; SELECT * FROM cache');
  };
  expect(() => makeDatabase(file, fill)).toThrow(expect.objectContaining({ code: 'store-failed' }));
  expect(existsSync(file)).toBe(false);
});
