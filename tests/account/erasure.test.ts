/** Words that were deleted for good are in no file of the account any more. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { listBackups } from '#account/database/backups.ts';
import { createFileJobs, type FileJobs } from '#account/upkeep/file-jobs.ts';
import { contentOf, type NoteId, type Uid } from '#shared/note/note.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { FILE_WORKER } from '#tests/support/file-worker.ts';
import { settle } from '#tests/support/settle.ts';
import { createTestHost, type TestHost } from '#tests/support/test-host.ts';

const ada = 'ada' as Uid;
const HOUR_MS = 3_600_000;
const DAY_S = 24 * 3_600;
const trashed = 'trashed' as NoteId;

let cloud: FakeCloud;
let app: TestHost;
let account: string;
/** How many threads make a backup. */
let running: number;

beforeEach(async () => {
  running = 0;
  cloud = createFakeCloud();
  app = createTestHost({
    connect: () => cloud.connect(),
    createJobs() {
      const jobs = createFileJobs(FILE_WORKER);
      const run: FileJobs['run'] = async (job) => {
        running += 1;
        try {
          return await jobs.run(job);
        } finally {
          running -= 1;
        }
      };
      return { ...jobs, run };
    },
    emptyTrashAfter: () => 7,
  });
  account = path.dirname(app.databaseOf('ada'));
  cloud.put(trashed, fields('title', 'first words'));
  app.signIn('ada');
  app.host.startSync();
  await expect.poll(() => app.titles()).toEqual(['title']);
});

/** Each file of the account with these words, by its path in the account's folder. */
function filesWith(words: string): string[] {
  return readdirSync(account, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(account, path.join(entry.parentPath, entry.name)))
    .filter((file) => readFileSync(path.join(account, file)).includes(words))
    .toSorted();
}

async function pass(ms: number): Promise<void> {
  app.clock.advance(ms);
  await settle();
}

/** Lets upkeep do its work of every hour. */
async function passHours(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    await pass(HOUR_MS);
    // The thread that makes a backup does not follow the clock.
    await expect.poll(() => running).toBe(0);
    await settle();
  }
}

async function edit(id: NoteId, text: string): Promise<void> {
  const before = contentOf(await app.host.request('notes:get', [id]));
  await app.host.request('notes:edit', [ada, id, { ...before, text }, before]);
}

async function isErasing(): Promise<boolean> {
  return (await app.host.request('history:use', [])).isErasing;
}

/** Makes two backups that have the words, beside others that stay. */
async function backUpTwice(): Promise<void> {
  await passHours(1);
  await app.add('ada', { title: '', text: 'another note' });
  await passHours(25);
  expect(listBackups(app.databaseOf('ada'))).toHaveLength(2);
}

/** A later time of the cloud, which ends the days of the trash and of the history. */
async function passDaysOfTheCloud(days: number): Promise<void> {
  cloud.passTime(days * DAY_S);
  cloud.endListeners({ kind: 'wait', reason: 'cloud-unreachable' });
  await pass(HOUR_MS);
}

const WAYS: Record<string, { overwrite?: true; remove: () => Promise<unknown> }> = {
  '“Clear history”': { overwrite: true, remove: () => app.host.request('history:clear', [ada]) },
  'the expiry of the history': { overwrite: true, remove: () => passDaysOfTheCloud(40) },
  '“Delete forever” and emptying the trash': {
    remove: () => app.host.request('notes:delete-forever', [ada, [trashed]]),
  },
  'the expiry of the trash': { remove: () => passDaysOfTheCloud(8) },
};

test.each(Object.entries(WAYS).map(([name, way]) => ({ name, ...way })))(
  '[S12.7] [C3] [C113] $name leaves deleted words in no file of the account after a day',
  async ({ overwrite, remove }) => {
    const words = 'to be deleted';
    // At the beginning they share a page with other words, at the end they have pages of their own.
    await edit(trashed, `${words}${' and so on'.repeat(2_000)}${words}`);
    if (overwrite) await edit(trashed, 'overwritten');
    else
      await app.host.request('notes:change', [
        ada,
        [{ ids: [trashed], to: { isDeleted: true, isArchived: false } }],
      ]);
    await settle();
    await passDaysOfTheCloud(0);
    await backUpTwice();
    expect(filesWith(words).filter((file) => file.startsWith('backups'))).toHaveLength(2);
    expect(filesWith(words)).toContain('notes.sqlite');
    expect(await isErasing()).toBe(false);

    await remove();
    await settle();
    expect(await isErasing()).toBe(true);
    await pass(3_000);
    expect(filesWith(words).filter((file) => !file.startsWith('backups'))).toEqual([]);
    await passHours(24);
    expect(filesWith(words)).toEqual([]);
    expect(await isErasing()).toBe(false);
    expect(app.troubles.filter((line) => !line.startsWith('Live query ended'))).toEqual([]);
  },
);

test('[C113] the settings are told when a cleared history is gone, and not before', async () => {
  await edit(trashed, 'to be cleared');
  await edit(trashed, 'overwritten');
  await pass(3_000);
  await app.host.request('history:clear', [ada]);
  await settle();
  await pass(1_500);
  const before = app.revisions.length;
  expect(await isErasing()).toBe(true);
  await pass(1_000);
  expect(await isErasing()).toBe(false);
  expect(app.revisions.length).toBeGreaterThan(before);
});

test('the file becomes smaller by itself after its history was cleared', async () => {
  const size = (): number => statSync(app.databaseOf('ada')).size;
  for (let number = 0; number < 30; number += 1) await edit(trashed, `${number} ${'x'.repeat(100_000)}`);
  await pass(3_000);
  expect(size()).toBeGreaterThan(3_000_000);
  await app.host.request('history:clear', [ada]);
  await settle();
  for (let second = 0; second < 10; second += 1) await pass(1_000);
  expect(size()).toBeLessThan(500_000);
});

test('[C113] while another thread reads the database, the log is not truncated, but soon after', async () => {
  await edit(trashed, 'to be cleared');
  await edit(trashed, 'overwritten');
  const reader = new Database(app.databaseOf('ada'), { readonly: true });
  onTestFinished(() => void reader.close());
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM notes').get();
  await app.host.request('history:clear', [ada]);
  await pass(3_000);
  expect(filesWith('to be cleared')).toContain('notes.sqlite-wal');
  expect(await isErasing()).toBe(true);
  reader.exec('COMMIT');
  await pass(3_000);
  expect(filesWith('to be cleared')).toEqual([]);
  expect(await isErasing()).toBe(false);
});

test('[C113] a removal is remembered through a restart', async () => {
  await edit(trashed, 'to be cleared');
  await edit(trashed, 'overwritten');
  await backUpTwice();
  await app.host.request('history:clear', [ada]);
  app.crash();
  await expect.poll(() => app.host.current?.sync.phase).toBe('opening');
  app.clock.advance(200);
  await app.titles();
  expect(await isErasing()).toBe(true);
  await passHours(24);
  expect(filesWith('to be cleared')).toEqual([]);
  expect(await isErasing()).toBe(false);
});
