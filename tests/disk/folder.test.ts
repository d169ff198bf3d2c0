/** Folders that are created durably, even if something else has taken their place. */
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import type * as FileSystem from 'node:fs';
import type * as AsyncFileSystem from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { makeFolder, makeFolderNow, syncFolder, syncFolderNow } from '#disk/folder.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** The synced inodes, in order. */
const synced = vi.hoisted(() => [] as number[]);
/** The code with which the system refuses every sync; null while it does not. */
const refusal = vi.hoisted(() => ({ code: null as string | null }));
const refuse = vi.hoisted(() => () => {
  if (refusal.code !== null) throw Object.assign(new Error(`${refusal.code}, fsync`), { code: refusal.code });
});
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof FileSystem>();
  return {
    ...fs,
    fsyncSync(descriptor: number) {
      refuse();
      fs.fsyncSync(descriptor);
      synced.push(fs.fstatSync(descriptor).ino);
    },
  };
});
vi.mock('node:fs/promises', async (load) => {
  const fs = await load<typeof AsyncFileSystem>();
  return {
    ...fs,
    async open(name: string, flags: string) {
      const handle = await fs.open(name, flags);
      const { ino } = await handle.stat();
      return {
        sync: async () => {
          refuse();
          await handle.sync();
          synced.push(ino);
        },
        close: async () => handle.close(),
      };
    },
  };
});

const isWindows = process.platform === 'win32';

let parent = '';
let folder = '';
beforeEach(() => {
  parent = temporaryFolder();
  folder = path.join(parent, 'backups');
  synced.length = 0;
  refusal.code = null;
});

describe.skipIf(isWindows).each([
  ['synchronously', async (place: string) => makeFolderNow(place)],
  ['asynchronously', makeFolder],
])('a folder that is made %s', (_name, make) => {
  test('the parent of each new folder is synced, because a power cut could lose the folder of the files', async () => {
    const inode = (place: string): number => statSync(place).ino;
    await make(folder);
    expect(synced).toEqual([inode(parent)]);
    synced.length = 0;
    const innermost = path.join(folder, 'a', 'b');
    await make(innermost);
    expect(synced).toEqual([inode(path.join(folder, 'a')), inode(folder)]);
    synced.length = 0;
    await make(innermost);
    expect(synced).toEqual([]);
  });
});

describe.skipIf(isWindows).each([
  ['synchronously', async (place: string) => syncFolderNow(place)],
  ['asynchronously', syncFolder],
])('a folder that is synced %s', (_name, sync) => {
  test.each(['EINVAL', 'ENOTSUP'])(
    'a file system that cannot sync folders, and says so with %s, does not count as a failing disk',
    async (code) => {
      refusal.code = code;
      await expect(sync(parent)).resolves.toBeUndefined();
    },
  );

  test.each(['EIO', 'ENOSPC', 'EACCES'])('any other refusal, such as %s, is an error', async (code) => {
    refusal.code = code;
    await expect(sync(parent)).rejects.toThrow(code);
  });
});

test.skipIf(isWindows)('a new folder can be read by its owner alone', () => {
  makeFolderNow(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('an existing folder stays with its contents', () => {
  mkdirSync(path.join(folder, 'inside'), { recursive: true });
  makeFolderNow(folder);
  expect(readdirSync(folder)).toEqual(['inside']);
  expect(readdirSync(parent)).toEqual(['backups']);
});

test('a file in place of a folder is set aside, and replaces no other file', () => {
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
