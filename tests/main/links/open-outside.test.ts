/** Folders that the app opens in the system's file manager. */
import { existsSync } from 'node:fs';
import { REASONS } from '#shared/base/reasons.ts';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { openFolder } from '#main/links/open-outside.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const electron = vi.hoisted(() => ({ openPath: (_path: string): Promise<string> => Promise.resolve('') }));
vi.mock('electron', () => ({ shell: { openPath: (folder: string) => electron.openPath(folder) } }));

test('opening a folder creates it and does not wait for the file manager, which never answers Electron on Linux', async () => {
  const opened: string[] = [];
  electron.openPath = (given) => {
    opened.push(given);
    return new Promise(() => undefined);
  };
  const folder = path.join(temporaryFolder(), 'logs');
  await openFolder(folder, () => undefined);
  expect(existsSync(folder)).toBe(true);
  expect(opened).toEqual([folder]);
});

test.each([
  [
    'says that it cannot',
    () => Promise.resolve('No application is registered'),
    REASONS['not-opened-by-system'],
  ],
  ['fails', () => Promise.reject(new Error('no file manager')), 'no file manager'],
])('a folder that the system %s open is reported', async (_what, openPath, words) => {
  electron.openPath = openPath;
  const problems: unknown[] = [];
  await openFolder(temporaryFolder(), (error) => problems.push(error));
  await expect.poll(() => problems).toMatchObject([{ message: words }]);
});
