import {
  fstatSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createJsonFile } from '#main/device/json-file.ts';
import { smallDisk } from '../../account/support/small-disk.ts';

vi.mock('node:fs', { spy: true });

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'inkling-json-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

test('what is written is read again, and beside it nothing is left', () => {
  const place = path.join(folder(), 'a.json');
  createJsonFile(place).write({ words: 'grüß' });
  expect(createJsonFile(place).read()).toEqual({ words: 'grüß' });
  expect(readdirSync(path.dirname(place))).toEqual(['a.json']);
});

test('its folder is synced after the file has its name', { skip: process.platform === 'win32' }, () => {
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

test('on a disk that takes a part of it, it fails, and what stood there stays', (context) => {
  const disk = smallDisk(context, folder(), 64);
  const file = createJsonFile(path.join(disk, 'a.json'));
  file.write('before');
  expect(() => file.write('x'.repeat(200_000))).toThrow('ENOSPC');
  expect(file.read()).toBe('before');
  expect(readdirSync(disk)).toEqual(['a.json']);
});

test('what is no JSON and cannot even be set aside counts as not there', () => {
  const place = path.join(folder(), 'a.json');
  writeFileSync(place, '{');
  mkdirSync(`${place}.unreadable`);
  expect(createJsonFile(place).read()).toBeUndefined();
  expect(readFileSync(place, 'utf8')).toBe('{');
});
