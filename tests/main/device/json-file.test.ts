import {
  fstatSync,
  fsyncSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createJsonFile } from '#main/device/json-file.ts';
import { smallDisk } from '../../account/support/small-disk.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

vi.mock('node:fs', { spy: true });

function folder(): string {
  const made = temporaryFolder();
  return made;
}

test('a written JSON file can be read again, and no other file remains beside it', () => {
  const place = path.join(folder(), 'a.json');
  createJsonFile(place).write({ words: 'grüß' });
  expect(createJsonFile(place).read()).toEqual({ words: 'grüß' });
  expect(readdirSync(path.dirname(place))).toEqual(['a.json']);
});

test('the folder of a JSON file is synced after the rename', { skip: process.platform === 'win32' }, () => {
  const place = path.join(folder(), 'a.json');
  const steps: string[] = [];
  vi.mocked(fsyncSync).mockImplementation((descriptor) => {
    steps.push(fstatSync(descriptor).isDirectory() ? 'folder' : 'file');
  });
  vi.mocked(renameSync).mockImplementation(() => void steps.push('name'));
  onTestFinished(() => {
    vi.mocked(fsyncSync).mockRestore();
    vi.mocked(renameSync).mockRestore();
  });
  createJsonFile(place).write('words');
  expect(steps).toEqual(['file', 'name', 'folder']);
});

test('writing a JSON file to a full disk fails, and its earlier content stays', (context) => {
  const disk = smallDisk(context, folder(), 64);
  const file = createJsonFile(path.join(disk, 'a.json'));
  file.write('before');
  expect(() => file.write('x'.repeat(200_000))).toThrow('ENOSPC');
  expect(file.read()).toBe('before');
  expect(readdirSync(disk)).toEqual(['a.json']);
});

test('a file that is not JSON and cannot be set aside counts as missing', () => {
  const place = path.join(folder(), 'a.json');
  writeFileSync(place, '{');
  mkdirSync(`${place}.unreadable`);
  expect(createJsonFile(place).read()).toBeUndefined();
  expect(readFileSync(place, 'utf8')).toBe('{');
});
