import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { listBackups } from '#account/database/backups.ts';
import { createFileJobs, type JobResult } from '#account/upkeep/file-jobs.ts';
import type { NoteId, Uid } from '#shared/note/note.ts';
import { describeError } from '#shared/base/error-report.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { settle } from '#tests/support/settle.ts';
import { createTestHost, SIGNED_OUT, type TestHost } from '#tests/support/test-host.ts';

const ada = 'ada' as Uid;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FILE_WORKER = path.resolve(import.meta.dirname, '../../src/account/upkeep/file-worker.ts');

let cloud: FakeCloud;
let app: TestHost;
let database: string;

beforeEach(async () => {
  cloud = createFakeCloud();
  app = createTestHost({ connect: () => cloud.connect(), createJobs: () => createFileJobs(FILE_WORKER) });
  database = app.databaseOf('ada');
  app.signIn('ada');
  await app.titles();
});

/** Paths of the backups, the one with the greatest number first. */
function backups(): string[] {
  return listBackups(database).map(({ file }) => file);
}

/** Waits for this many backups. @returns the path of the newest */
async function newestOf(count: number): Promise<string> {
  await expect.poll(() => backups().length).toBe(count);
  return backups()[0] ?? '';
}

function textsIn(file: string): unknown[] {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare('SELECT text FROM notes ORDER BY key').pluck().all();
  } finally {
    db.close();
  }
}

async function restart(): Promise<void> {
  app.host.applySession(SIGNED_OUT);
  app.signIn('ada');
  await app.titles();
}

/** Overwrites a page that the running app need not read. */
function damageBehindItsBack(table: string): void {
  const db = new Database(database);
  const page = db
    .prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
    .pluck()
    .get(table);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  const bytes = readFileSync(database);
  bytes.fill(0xff, ((page ?? 0) - 1) * 4096, (page ?? 0) * 4096);
  writeFileSync(database, bytes, { flag: 'r+' });
}

function unindexed(): unknown {
  const db = new Database(database, { readonly: true });
  try {
    return db.prepare('SELECT count(*) FROM unindexed').pluck().get();
  } finally {
    db.close();
  }
}

async function pass(ms: number): Promise<void> {
  app.clock.advance(ms);
  await settle();
}

describe('the search index', () => {
  test('a long note is indexed only after nothing was saved for a few seconds', async () => {
    await app.add('ada', { title: '', text: 'long '.repeat(20_000) });
    await app.add('ada', { title: '', text: 'short' });
    await pass(1_000);
    expect(unindexed()).toBe(1);
    await pass(4_000);
    expect(unindexed()).toBe(0);
  });

  test('indexing waits for a push under way, but for 3 s at most', async () => {
    const answer = Promise.withResolvers<void>();
    app.host.startSync();
    await settle();
    cloud.faultNextCommit({ kind: 'hold', until: answer.promise });
    for (let note = 0; note < 200; note += 1) await app.add('ada', { title: '', text: `${note}` });
    await pass(2_700);
    expect(unindexed()).toBe(200);
    await pass(600);
    for (let piece = 0; piece < 5; piece += 1) await pass(5);
    expect(unindexed()).toBe(0);
    answer.resolve();
  });

  test('indexing goes on once a push has its answer', async () => {
    const answer = Promise.withResolvers<void>();
    app.host.startSync();
    await settle();
    cloud.faultNextCommit({ kind: 'hold', until: answer.promise });
    await app.add('ada', { title: '', text: 'short' });
    await pass(400);
    expect(unindexed()).toBe(1);
    answer.resolve();
    await settle();
    await pass(300);
    expect(unindexed()).toBe(0);
  });
});

const notices = () => app.host.request('app:notices', [ada]);

describe('backups', () => {
  test('a backup is made on each of five days beside the running app, without trouble, and two stay', async () => {
    for (let day = 1; day <= 5; day += 1) {
      await app.add('ada', { title: '', text: `day ${day}` });
      app.clock.advance(DAY_MS);
      await settle();
      app.clock.advance(HOUR_MS);
      const isMade = (): boolean => backups().some((file) => textsIn(file).length === day);
      await expect.poll(isMade).toBe(true);
      await expect.poll(() => backups().length).toBe(Math.min(day, 2));
    }
    expect(backups().map(textsIn)).toEqual([
      ['day 1', 'day 2', 'day 3', 'day 4', 'day 5'],
      ['day 1', 'day 2', 'day 3', 'day 4'],
    ]);
    await app.end();
    expect(app.troubles).toEqual([]);
  });

  test('a backup contains the notes without the search index, and readable by its owner alone', async () => {
    await app.add('ada', { title: '', text: 'worth keeping' });
    app.clock.advance(HOUR_MS);
    const file = await newestOf(1);
    const db = new Database(file, { readonly: true });
    expect(db.prepare('SELECT text FROM notes').all()).toEqual([{ text: 'worth keeping' }]);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.prepare(`SELECT name FROM sqlite_schema WHERE sql LIKE '%fts5%'`).all()).toEqual([]);
    db.close();
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('a backup waits until no note has been saved for a while', async () => {
    app.clock.advance(19_000);
    await app.add('ada', { title: '', text: 'words' });
    app.clock.advance(1_500);
    await settle();
    expect(backups()).toEqual([]);
    app.clock.advance(5_000);
    await newestOf(1);
  });

  test('a backup is made within three minutes although a note is saved every second', async () => {
    const saveFor = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        await app.add('ada', { title: '', text: 'words' });
        app.clock.advance(1_000);
      }
    };
    await saveFor(60);
    expect(backups()).toEqual([]);
    await saveFor(120);
    await newestOf(1);
  });

  test('no second backup is made on the same day', async () => {
    app.clock.advance(HOUR_MS);
    const file = await newestOf(1);
    const before = statSync(file).mtimeMs;
    await app.add('ada', { title: '', text: 'later' });
    app.clock.advance(5 * HOUR_MS);
    // Closing waits for work under way.
    await restart();
    expect(statSync(file).mtimeMs).toBe(before);
  });

  test('a backup that cannot be made is reported, leaves no partial file, and is tried again', async () => {
    const parent = path.dirname(database);
    const folder = path.join(parent, 'backups');
    symlinkSync(path.join(parent, 'loop'), path.join(parent, 'loop'));
    symlinkSync(path.join(parent, 'loop'), folder);
    app.clock.advance(HOUR_MS);
    await expect.poll(() => app.troubles).toEqual([expect.stringContaining('The daily backup failed')]);
    rmSync(folder);
    app.clock.advance(HOUR_MS);
    await newestOf(1);
  });

  test('a disk without room for a backup is reported until there is a backup, and no other failure is', async () => {
    const results: (JobResult | null)[] = [
      { kind: 'failed', cause: describeError('folder-denied') },
      { kind: 'full', cause: describeError('disk-full') },
      { kind: 'full', cause: describeError('disk-full') },
      { kind: 'failed', cause: describeError('folder-denied') },
      null,
      { kind: 'full', cause: describeError('disk-full') },
    ];
    const host = createTestHost({
      connect: () => cloud.connect(),
      createJobs() {
        const jobs = createFileJobs(FILE_WORKER);
        return { ...jobs, run: async (job) => results.shift() ?? jobs.run(job) };
      },
    });
    host.signIn('ada');
    await host.add('ada', { title: '', text: 'worth keeping' });
    const told: unknown[] = [];
    for (const hours of [1, 1, 1, 1, 1, 24]) {
      const remainingResults = results.length;
      host.clock.advance(hours * HOUR_MS);
      await expect.poll(() => results.length).toBe(remainingResults - 1);
      if (remainingResults === 2) {
        await expect.poll(() => listBackups(host.databaseOf('ada')).length).toBe(1);
        await host.add('ada', { title: '', text: 'later' });
      }
      await settle();
      told.push(host.syncs.at(-1)?.hasRoomForBackup === false);
    }
    expect(told).toEqual([false, true, true, true, false, true]);
    await host.end();
  });

  test('a backup that is still being made when the next one is due is not made a second time', async () => {
    const start = Promise.withResolvers<void>();
    let copies = 0;
    const host = createTestHost({
      connect: () => cloud.connect(),
      createJobs() {
        const jobs = createFileJobs(FILE_WORKER);
        const run: typeof jobs.run = async (job) => {
          copies += 1;
          await start.promise;
          return jobs.run(job);
        };
        return { ...jobs, run };
      },
    });
    host.signIn('ada');
    await host.add('ada', { title: '', text: 'before' });
    for (let hour = 0; hour < 2; hour += 1) {
      host.clock.advance(HOUR_MS);
      await settle();
    }
    await host.add('ada', { title: '', text: 'meanwhile' });
    start.resolve();
    await expect.poll(() => listBackups(host.databaseOf('ada')).length).toBe(1);
    await settle();
    await host.end();
    expect(copies).toBe(1);
    expect(host.troubles).toEqual([]);
  });

  test('signing out while a backup is made ends the backup and leaves no file', async () => {
    app.host.startSync();
    for (let number = 0; number < 5; number += 1) {
      await app.add('ada', { title: '', text: 'x'.repeat(600_000) });
    }
    await expect.poll(() => cloud.documents.size).toBe(5);
    app.clock.advance(HOUR_MS);
    expect(await app.signOut()).toBe(0);
    expect(readdirSync(path.join(app.folder, 'accounts'))).toEqual([]);
  });

  test('a backup that finds a damaged page causes the file to be opened again, with a notice of the losses', async () => {
    await app.add('ada', { title: 'not pushed', text: '' });
    await restart();
    damageBehindItsBack('history');
    app.clock.advance(20_000);
    await expect.poll(() => app.host.current?.sync.phase).toBe('opening');
    app.clock.advance(200);
    expect(await app.titles()).toEqual(['not pushed']);
    expect(await notices()).toEqual([expect.stringContaining('was damaged, and Inkling has made a new one')]);
    expect(await notices()).toEqual([]);
  });
});

test('a large file is checked beside the running app after an unclean end, and its damage is salvaged', async () => {
  await app.add('ada', { title: 'not pushed', text: '' });
  const draft = { place: 'quick', content: { title: '', text: 'x'.repeat(17_000_000) } } as const;
  await app.host.request('drafts:keep', [ada, draft]);
  app.host.applySession(SIGNED_OUT);
  await settle();
  await expect.poll(() => existsSync(`${database}-wal`)).toBe(false);
  // Neither a list nor a start reads this index.
  damageBehindItsBack('history_removed');
  writeFileSync(`${database}-wal`, '');
  app.signIn('ada');
  await app.titles();
  await expect.poll(() => app.host.current?.sync.phase).toBe('opening');
  app.clock.advance(200);
  expect(await app.titles()).toEqual(['not pushed']);
  expect(await app.drafts()).toHaveLength(1);
  expect(await notices()).toHaveLength(1);
});

test('a large file that is sound is checked only once after an unclean end', async () => {
  const draft = { place: 'quick', content: { title: '', text: 'x'.repeat(17_000_000) } } as const;
  await app.host.request('drafts:keep', [ada, draft]);
  app.host.applySession(SIGNED_OUT);
  await settle();
  await expect.poll(() => existsSync(`${database}-wal`)).toBe(false);
  writeFileSync(`${database}.unchecked`, '');
  app.signIn('ada');
  await app.titles();
  await expect.poll(() => existsSync(`${database}.unchecked`)).toBe(false);
  expect(app.troubles).toEqual([]);
});

describe('[S12] history', () => {
  const removed = async () => (await app.host.request('removed:page', [0, 9])).total;

  test('the days of the history follow the cloud’s time, whatever this device’s clock says', async () => {
    cloud.put('remote' as NoteId, fields('', 'deleted elsewhere'));
    app.host.startSync();
    await settle();
    cloud.remove('remote' as NoteId);
    await settle();
    expect(await removed()).toBe(1);
    app.clock.advance(400 * DAY_MS);
    await settle();
    expect(await removed()).toBe(1);
    await restart();
    expect(await removed()).toBe(1);
  });
});

test('closing the account leaves no timer behind', async () => {
  await app.end();
  expect(app.clock.waiting).toBe(0);
});
