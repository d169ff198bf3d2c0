import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { removeFileNow } from '#disk/remove-file.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

test('a file is removed, and removing a missing one succeeds', () => {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, 'words');
  removeFileNow(file);
  expect(existsSync(file)).toBe(false);
  expect(() => removeFileNow(file)).not.toThrow();
});

test('any other error is thrown with its code', () => {
  const folder = temporaryFolder();
  expect(() => removeFileNow(folder)).toThrow(expect.objectContaining({ code: expect.stringMatching(/^E/) }));
  const file = path.join(folder, 'file');
  writeFileSync(file, 'words');
  expect(() => removeFileNow(path.join(file, 'below'))).toThrow(
    expect.objectContaining({ syscall: 'unlink' }),
  );
});
