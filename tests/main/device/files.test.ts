import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { storageUse } from '#main/device/storage-use.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

function folder(): string {
  const made = temporaryFolder();
  return made;
}

test('an account’s storage is counted separately for notes, log, search index, backups and damaged files', async () => {
  const account = folder();
  mkdirSync(path.join(account, 'backups'));
  mkdirSync(path.join(account, 'damaged', 'then'), { recursive: true });
  writeFileSync(path.join(account, 'notes.sqlite'), Buffer.alloc(1000));
  writeFileSync(path.join(account, 'backups', 'a.sqlite'), Buffer.alloc(200));
  writeFileSync(path.join(account, 'damaged', 'then', 'notes.sqlite'), Buffer.alloc(30));
  writeFileSync(path.join(account, 'notes.sqlite-wal'), Buffer.alloc(400));
  writeFileSync(path.join(account, 'notes.sqlite-shm'), Buffer.alloc(7));
  writeFileSync(path.join(account, 'search.sqlite'), Buffer.alloc(50));
  writeFileSync(path.join(account, 'search.sqlite-wal'), Buffer.alloc(5));
  expect(await storageUse(account)).toEqual({
    notes: 1007,
    log: 400,
    searchIndex: 55,
    backups: 200,
    damaged: 30,
  });
  const none = { notes: 0, log: 0, searchIndex: 0, backups: 0, damaged: 0 };
  expect(await storageUse(path.join(account, 'none'))).toEqual(none);
});
