/** A folder whose place something else has taken. */
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeFolderNow } from '#disk/make-way.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const isWindows = process.platform === 'win32';

let parent = '';
let folder = '';
beforeEach(() => {
  parent = temporaryFolder();
  folder = path.join(parent, 'backups');
});

test.skipIf(isWindows)('a new folder can be read by its owner alone', () => {
  makeFolderNow(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a folder that exists stays with all that is in it', () => {
  mkdirSync(path.join(folder, 'inside'), { recursive: true });
  makeFolderNow(folder);
  expect(readdirSync(folder)).toEqual(['inside']);
  expect(readdirSync(parent)).toEqual(['backups']);
});

test('a file in the place of a folder is set aside, and never over another one', () => {
  writeFileSync(path.join(parent, 'backups.aside'), 'of an earlier time');
  writeFileSync(folder, 'words');
  makeFolderNow(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
  expect(readFileSync(path.join(parent, 'backups.aside'), 'utf8')).toBe('of an earlier time');
  expect(readFileSync(path.join(parent, 'backups.aside-2'), 'utf8')).toBe('words');
});

test.skipIf(isWindows)('a link to a folder is a folder', () => {
  mkdirSync(path.join(parent, 'elsewhere'));
  symlinkSync(path.join(parent, 'elsewhere'), folder);
  makeFolderNow(folder);
  expect(readdirSync(parent).toSorted()).toEqual(['backups', 'elsewhere']);
});

test.skipIf(isWindows)('a link that leads nowhere is set aside', () => {
  symlinkSync(path.join(parent, 'nowhere'), folder);
  makeFolderNow(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
  expect(readdirSync(parent).toSorted()).toEqual(['backups', 'backups.aside']);
});
