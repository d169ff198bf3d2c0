import { openSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { databaseIn, recordUnread, setAside } from '#account/recovery/set-aside.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

vi.mock('node:fs', { spy: true });

test.skipIf(process.platform === 'win32')(
  'the mark of a damaged file that was not read completely is flushed to the disk',
  () => {
    const database = path.join(temporaryFolder(), 'notes.sqlite');
    writeFileSync(database, 'damaged');
    const [folder = ''] = setAside(database, 0);
    vi.mocked(openSync).mockClear();
    const renamed = recordUnread(folder, '.unread');
    expect(openSync).toHaveBeenCalledWith(path.dirname(renamed), 'r');
  },
);

test('an interrupted move continues in its folder, even if SQLite has created its index of the log there meanwhile', () => {
  const database = path.join(temporaryFolder(), 'notes.sqlite');
  for (const part of ['', '-wal']) writeFileSync(database + part, part);
  const [folder = ''] = setAside(database, 0);
  writeFileSync(`${databaseIn(folder)}-shm`, 'new');
  writeFileSync(`${database}-shm`, 'old');
  expect(setAside(database, 0)).toEqual([folder]);
  expect(readdirSync(path.dirname(database))).toEqual(['damaged']);
});
