import { copyFileSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import type * as fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { copyForReading, setAside, recordUnread } from '#account/recovery/damaged-files.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

vi.mock('node:fs', { spy: true });

const disk = await vi.importActual<typeof fs>('node:fs');

/** Makes the disk fail to read the page that begins here. */
function breakDisk(from: number): void {
  const broken = Object.assign(new Error('i/o error, read'), { code: 'EIO', errno: -5 });
  vi.mocked(copyFileSync).mockImplementation(() => {
    throw broken;
  });
  vi.mocked(readSync).mockImplementation((...args: unknown[]) => {
    if (args[4] === from) throw broken;
    return Reflect.apply(disk.readSync, disk, args);
  });
  onTestFinished(() => {
    vi.mocked(copyFileSync).mockRestore();
    vi.mocked(readSync).mockRestore();
  });
}

test('all pages of a file are copied except one that the disk cannot read', () => {
  const source = path.join(temporaryFolder(), 'notes.sqlite');
  const bytes = Buffer.alloc(10_000, 'words ');
  writeFileSync(source, bytes);
  // In the copy, the number of pages is that of the file's length.
  bytes.fill(0, 28, 32);
  breakDisk(4096);
  copyForReading(source, `${source}.reading`, false);
  const copy = readFileSync(`${source}.reading`);
  expect(copy.subarray(0, 4096).equals(bytes.subarray(0, 4096))).toBe(true);
  expect(copy.subarray(4096, 8192).every((byte) => byte === 0)).toBe(true);
  expect(copy.subarray(8192).equals(bytes.subarray(8192))).toBe(true);
});

test.skipIf(process.platform === 'win32')(
  'the mark of a damaged file that was not read completely is flushed to the disk',
  () => {
    const database = path.join(temporaryFolder(), 'notes.sqlite');
    writeFileSync(database, 'damaged');
    const folder = setAside(database, 0);
    vi.mocked(openSync).mockClear();
    const renamed = recordUnread(folder, '.unread');
    expect(openSync).toHaveBeenCalledWith(path.dirname(renamed), 'r');
  },
);
