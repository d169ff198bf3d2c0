import { copyFileSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import type * as fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { copyForReading } from '#account/recovery/copies.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

vi.mock('node:fs', { spy: true });

const disk = await vi.importActual<typeof fs>('node:fs');

/**
 * Makes the disk fail to read the page that begins here.
 * @param times how many reads fail
 */
function breakDisk(from: number, times: number): void {
  let remainingFailures = times;
  const broken = Object.assign(new Error('i/o error, read'), { code: 'EIO', errno: -5 });
  vi.mocked(copyFileSync).mockImplementation(() => {
    throw broken;
  });
  vi.mocked(readFileSync).mockImplementationOnce(() => {
    throw broken;
  });
  vi.mocked(readSync).mockImplementation((...args: unknown[]) => {
    if (args[4] === from && remainingFailures-- > 0) throw broken;
    return Reflect.apply(disk.readSync, disk, args);
  });
  onTestFinished(() => {
    vi.mocked(copyFileSync).mockRestore();
    vi.mocked(readSync).mockRestore();
  });
}

test('all pages of a file are copied except one that the disk fails to read twice', () => {
  const source = path.join(temporaryFolder(), 'notes.sqlite');
  const bytes = Buffer.alloc(10_000, 'words ');
  writeFileSync(source, bytes);
  // The copy has no log and no pointer maps, and its number of pages follows from the file's length.
  bytes.fill(1, 18, 20);
  for (const at of [28, 52, 64]) bytes.fill(0, at, at + 4);
  breakDisk(4096, 2);
  copyForReading(source, [], `${source}.reading`, true);
  const copy = readFileSync(`${source}.reading`);
  expect(copy.subarray(0, 4096).equals(bytes.subarray(0, 4096))).toBe(true);
  expect(copy.subarray(4096, 8192).every((byte) => byte === 0)).toBe(true);
  expect(copy.subarray(8192).equals(bytes.subarray(8192))).toBe(true);
});

test('a page that the disk returns at a second attempt is copied', () => {
  const source = path.join(temporaryFolder(), 'notes.sqlite');
  writeFileSync(source, Buffer.alloc(10_000, 'words '));
  breakDisk(4096, 1);
  copyForReading(source, [], `${source}.reading`, true);
  expect(readFileSync(`${source}.reading`).subarray(4096)).toEqual(readFileSync(source).subarray(4096));
});

test('a call that fails for another reason loses no page', () => {
  const source = path.join(temporaryFolder(), 'notes.sqlite');
  writeFileSync(source, Buffer.alloc(10_000, 'words '));
  breakDisk(4096, 0);
  vi.mocked(openSync).mockImplementationOnce(() => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE', errno: -24 });
  });
  expect(() => copyForReading(source, [], `${source}.reading`, true)).toThrow('too many open files');
});
