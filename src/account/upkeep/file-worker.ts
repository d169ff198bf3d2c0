/**
 * Entry of a thread that does one job on a whole database, with a connection of its own, so that no other
 * thread waits for the job. A reader never blocks a writer (WAL).
 */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { isFile } from '#disk/there.ts';
import { describeError } from '#shared/base/error-report.ts';
import { copyDatabase } from '../database/backups.ts';
import { checkPages } from '../database/check.ts';
import { openReader } from '../database/open.ts';
import { isDamage, withTrueCause } from '../database/store-error.ts';
import { failureOf, type Job, type JobResult, LOADED } from './file-jobs.ts';

function run(job: Job): JobResult {
  let db: Database.Database | undefined;
  try {
    db = openReader(job.database);
    if (job.kind === 'check') checkPages(db);
    else copy(db, job.target);
    return { kind: 'done' };
  } catch (error) {
    if (isDamage(error)) return { kind: 'damaged', cause: describeError(error) };
    return failureOf(job.kind === 'copy' ? withTrueCause(error, job.target) : error);
  } finally {
    db?.close();
  }
}

function copy(db: Database.Database, target: string): void {
  // SQLite accepts an empty file as the target. Creating it first makes it accessible to its owner only.
  closeSync(openSync(target, 'wx', 0o600));
  copyDatabase(db, target);
  sync(target);
  // Some commits do not sync the log. If a power cut lost one that is in a backup, the database would look like an
  // older copy.
  if (isFile(`${db.name}-wal`)) sync(`${db.name}-wal`);
}

function sync(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

if (parentPort === null) throw new Error('This module is the entry of a worker thread.');
const port = parentPort;
const job: Job = workerData;
new Database(':memory:').close();
port.postMessage(LOADED);
port.postMessage(run(job));
