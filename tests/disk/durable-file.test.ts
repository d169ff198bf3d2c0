/** Files that are replaced completely or not at all. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { replaceFile, replaceFileNow } from '#disk/durable-file.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

describe.each([
  ['synchronously', async (file: string, text: string) => replaceFileNow(file, text)],
  ['asynchronously', replaceFile],
])('a file that is replaced %s', (_name, replace) => {
  test('a replaced file has the new text, and no other file remains in its folder', async () => {
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

  test('a file that cannot be replaced does not change, and no other file remains in its folder', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'words.json');
    await replace(file, 'first');
    await expect(replace(file, null as never)).rejects.toThrow(TypeError);
    expect(readFileSync(file, 'utf8')).toBe('first');
    expect(readdirSync(folder)).toEqual(['words.json']);
  });

  test('a folder in place of the file is set aside with its contents, and so is a second one', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'words.json');
    for (const name of ['words.json.aside', 'words.json.aside-2']) {
      rmSync(file, { force: true });
      mkdirSync(file);
      writeFileSync(path.join(file, 'inside'), name);
      await replace(file, 'second');
      expect(readFileSync(file, 'utf8')).toBe('second');
      expect(readFileSync(path.join(folder, name, 'inside'), 'utf8')).toBe(name);
    }
  });

  test('a folder in place of the temporary file is set aside', async () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, '.words.json.new', 'inside'), { recursive: true });
    await replace(path.join(folder, 'words.json'), 'first');
    expect(readdirSync(folder).toSorted()).toEqual(['.words.json.new.aside', 'words.json']);
  });

  test.skipIf(process.platform === 'win32')(
    'a link to a folder is replaced, and the folder stays',
    async () => {
      const folder = temporaryFolder();
      const file = path.join(folder, 'words.json');
      mkdirSync(path.join(folder, 'elsewhere', 'inside'), { recursive: true });
      symlinkSync(path.join(folder, 'elsewhere'), file);
      await replace(file, 'first');
      expect(readFileSync(file, 'utf8')).toBe('first');
      expect(readdirSync(folder).toSorted()).toEqual(['elsewhere', 'words.json']);
      expect(readdirSync(path.join(folder, 'elsewhere'))).toEqual(['inside']);
    },
  );
});
