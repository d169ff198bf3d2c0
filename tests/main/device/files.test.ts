import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createLogFile } from '#main/device/log-file.ts';
import { storageUse } from '#main/device/storage-use.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

function folder(): string {
  const made = temporaryFolder();
  return made;
}

function log(into: string) {
  const lines: string[] = [];
  const addLine = (message: string): void => void lines.push(message);
  return {
    lines,
    file: createLogFile(into, { info: addLine, warn: addLine, error: addLine }, () => Date.UTC(2026, 0, 2)),
  };
}

test('a line of the log goes to the terminal and, with its time, into the file', () => {
  const into = path.join(folder(), 'logs');
  const { lines, file } = log(into);
  file.info('User logged in successfully');
  file.error('Push failed');
  expect(lines).toEqual(['User logged in successfully', 'Push failed']);
  expect(readFileSync(path.join(into, 'inkling.log'), 'utf8')).toBe(
    '2026-01-02T00:00:00.000Z info User logged in successfully\n2026-01-02T00:00:00.000Z error Push failed\n',
  );
});

test('no message in the log can pass for more than one entry or control the terminal', () => {
  const into = folder();
  const { lines, file } = log(into);
  file.error('Broken\n    at here\r\n2026-01-01T00:00:00.000Z info \u001b[2Jforged');
  expect(readFileSync(path.join(into, 'inkling.log'), 'utf8')).toBe(
    '2026-01-02T00:00:00.000Z error Broken\n    at here\n    2026-01-01T00:00:00.000Z info [2Jforged\n',
  );
  expect(lines).toEqual(['Broken\n    at here\n    2026-01-01T00:00:00.000Z info [2Jforged']);
});

test('the files of the log do not grow without end', () => {
  const into = folder();
  const { file } = log(into);
  for (let line = 0; line < 40; line += 1) file.warn('x'.repeat(50_000));
  const sizes = ['inkling.log', 'inkling.old.log'].map((name) => readFileSync(path.join(into, name)).length);
  for (const size of sizes) expect(size).toBeLessThan(600 * 1024);
});

test('a log file that cannot be written is no error, and its lines still go to the terminal', () => {
  const into = folder();
  mkdirSync(path.join(into, 'inkling.log'));
  const { lines, file } = log(into);
  expect(() => file.warn('still told')).not.toThrow();
  expect(lines).toEqual(['still told']);
});

test('an account’s storage is counted separately for notes, backups and damaged files', async () => {
  const account = folder();
  mkdirSync(path.join(account, 'backups'));
  mkdirSync(path.join(account, 'damaged', 'then'), { recursive: true });
  writeFileSync(path.join(account, 'notes.sqlite'), Buffer.alloc(1000));
  writeFileSync(path.join(account, 'backups', 'a.sqlite'), Buffer.alloc(200));
  writeFileSync(path.join(account, 'damaged', 'then', 'notes.sqlite'), Buffer.alloc(30));
  expect(await storageUse(account)).toEqual({ notes: 1000, backups: 200, damaged: 30 });
  expect(await storageUse(path.join(account, 'none'))).toEqual({ notes: 0, backups: 0, damaged: 0 });
});
