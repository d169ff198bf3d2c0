import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeDatabase } from '#account/database/new-database.ts';
import { openDatabase } from '#account/database/open.ts';
import { createFileJobs, type FileJobs } from '#account/upkeep/file-jobs.ts';
import { FILE_WORKER } from '#tests/support/file-worker.ts';
import { smallDisk } from '../support/small-disk.ts';
import { allRows, destroyRoot } from '../support/store.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

let file = '';
let jobs: FileJobs;
beforeEach(() => {
  file = path.join(temporaryFolder(), 'notes.sqlite');
  makeDatabase(file);
  jobs = createFileJobs(FILE_WORKER);
  onTestFinished(() => jobs.close());
});

test('a sound database passes the check', async () => {
  expect(await jobs.run({ kind: 'check', database: file })).toEqual({ kind: 'done' });
});

test('the check distinguishes a damaged file from one that cannot be opened', async () => {
  destroyRoot(file, 'notes_by_section');
  expect(await jobs.run({ kind: 'check', database: file })).toMatchObject({ kind: 'damaged' });
  expect(await jobs.run({ kind: 'check', database: `${file}-other` })).toMatchObject({ kind: 'failed' });
});

test('a copy made during a transaction contains the words in the log, and only its owner may read it', async () => {
  const db = openDatabase(file);
  onTestFinished(() => void db.close());
  db.exec(`INSERT INTO drafts (place, title, text) VALUES ('new', '', 'in the log')`);
  db.exec('BEGIN IMMEDIATE');
  const target = `${file}.copy`;
  expect(await jobs.run({ kind: 'copy', database: file, target })).toEqual({ kind: 'done' });
  db.exec('ROLLBACK');
  expect(allRows(target)['drafts']).toHaveLength(1);
  if (process.platform !== 'win32') expect(statSync(target).mode & 0o777).toBe(0o600);
});

test('a copy that finds no room says that the disk is full', async (context) => {
  const disk = smallDisk(context, temporaryFolder(), 64);
  const target = path.join(disk, 'copy.sqlite');
  expect(await jobs.run({ kind: 'copy', database: file, target })).toMatchObject({ kind: 'full' });
  mkdirSync(path.join(disk, 'folder'));
  expect(await jobs.run({ kind: 'copy', database: file, target: path.join(disk, 'folder') })).toMatchObject({
    kind: 'failed',
  });
});

test('closing ends the file jobs that run or wait, and leaves no copy', async () => {
  const target = `${file}.copy`;
  const first = jobs.run({ kind: 'check', database: file });
  const second = jobs.run({ kind: 'copy', database: file, target });
  await jobs.close();
  expect([(await first).kind, (await second).kind]).toEqual(['ended', 'ended']);
  expect(existsSync(target)).toBe(false);
  new Database(file).close();
});
