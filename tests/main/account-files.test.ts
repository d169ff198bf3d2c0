import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { accountFiles } from '#main/account-files.ts';
import type { Uid } from '#shared/note.ts';

vi.mock('node:fs/promises', { spy: true });

let userData = '';
beforeEach(() => {
  userData = mkdtempSync(path.join(tmpdir(), 'inkling-files-'));
  onTestFinished(() => rmSync(userData, { recursive: true, force: true }));
});

const filesOf = (uid: string) => accountFiles(userData, uid as Uid);
const folders = (): string[] => readdirSync(path.join(userData, 'accounts'));

test('nothing is left of an account that is removed, and removing none is no error', async () => {
  const ada = filesOf('ada');
  await ada.remove();
  await ada.makeFolder();
  writeFileSync(ada.database, 'notes');
  await ada.remove();
  expect(folders()).toEqual([]);
});

test('an end of the app while it is removed leaves no part of it to that account, and the rest goes later', async () => {
  const ada = filesOf('ada');
  await ada.makeFolder();
  writeFileSync(ada.database, 'notes');
  vi.mocked(rm).mockRejectedValueOnce(new Error('the app ends'));
  await expect(ada.remove()).rejects.toThrow('the app ends');
  expect(existsSync(ada.folder)).toBe(false);
  expect(folders()).toHaveLength(1);
  const bob = filesOf('bob');
  await bob.makeFolder();
  await expect.poll(folders).toEqual([path.basename(bob.folder)]);
});
