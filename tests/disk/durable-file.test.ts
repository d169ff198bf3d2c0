/** Files that are replaced whole or not at all. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { replaceFile, replaceFileNow } from '#disk/durable-file.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

describe.each([
  ['synchronously', async (file: string, text: string) => replaceFileNow(file, text)],
  ['asynchronously', replaceFile],
])('a file that is replaced %s', (_name, replace) => {
  test('a replaced file has the new text, and no other file is left in its folder', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'words.json');
    await replace(file, 'first');
    await replace(file, 'second 漢');
    expect(readFileSync(file, 'utf8')).toBe('second 漢');
    expect(readdirSync(folder)).toEqual(['words.json']);
  });

  test.skipIf(process.platform === 'win32')('a replaced file can be read by its owner alone', async () => {
    const file = path.join(temporaryFolder(), 'words.json');
    await replace(file, 'first');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('a file that cannot be replaced stays as it was, and no other file is left in its folder', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'words.json');
    mkdirSync(file);
    writeFileSync(path.join(file, 'inside'), 'kept');
    await expect(replace(file, 'second')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
    expect(readFileSync(path.join(file, 'inside'), 'utf8')).toBe('kept');
    expect(readdirSync(folder)).toEqual(['words.json']);
  });
});
