/** SQLite reports a write that exceeds a quota, and a flush that finds no room, like a broken disk. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AppError } from '#shared/base/error.ts';
import { openAccountStore } from '#account/opening.ts';
import { pendingNote } from '../support/store.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

vi.mock('node:fs', { spy: true });

test.each([
  ['SQLITE_IOERR_WRITE', 'EDQUOT', 'store-full', []],
  ['SQLITE_IOERR_WRITE', 'ENOSPC', 'store-full', []],
  ['SQLITE_IOERR_FSYNC', 'ENOSPC', 'store-full', []],
  ['SQLITE_IOERR_WRITE', 'EIO', 'store-failed', ['store-failed']],
  ['SQLITE_IOERR_FSYNC', 'EIO', 'store-failed', ['store-failed']],
])('%s on a disk that refuses small files with %s means %s', (reported, code, answer, expectedEnds) => {
  const ends: AppError[] = [];
  let isRefusing = false;
  const store = openAccountStore({
    file: path.join(temporaryFolder(), 'notes.sqlite'),
    now: () => 0,
    onFatal: (error) => ends.push(error),
    injectFault(moment) {
      if (isRefusing && moment === 'commit') throw new Database.SqliteError('no', reported);
    },
  });
  isRefusing = true;
  vi.mocked(writeFileSync).mockImplementation(() => {
    throw Object.assign(new Error('no'), { code, errno: -1 });
  });
  onTestFinished(() => vi.mocked(writeFileSync).mockRestore());
  expect(() => store.notes.transaction(() => store.notes.write(pendingNote('a', 1)))).toThrow(
    expect.objectContaining({ code: answer }),
  );
  expect(ends.map((error) => error.code)).toEqual(expectedEnds);
  store.abandon();
});
