import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { storageUse } from '#main/device/storage-use.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

function folder(): string {
  const made = temporaryFolder();
  return made;
}

test('an account’s storage is counted separately for notes, backups and damaged files', async () => {
  const account = folder();
  mkdirSync(path.join(account, 'backups'));
  mkdirSync(path.join(account, 'damaged', 'then'), { recursive: true });
  writeFileSync(path.join(account, 'notes.sqlite'), Buffer.alloc(1000));
  writeFileSync(path.join(account, 'backups', 'a.sqlite'), Buffer.alloc(200));
  writeFileSync(path.join(account, 'damaged', 'then', 'notes.sqlite'), Buffer.alloc(30));
  expect(await storageUse(account)).toEqual({ notes: 1000, backups: 200, damaged: 30 });
  expect(await storageUse(path.join(account, 'none'))).toEqual({ notes: 0, backups: 0, damaged: 0 });
});
