/**
 * Disks and files that fail while an account is at work, seen from outside: nothing is lost or deleted.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { Moment } from '#account/database/connection.ts';
import { type NoteId, type Uid, TRANSITIONS } from '#shared/note/note.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { settle } from '#tests/support/settle.ts';
import { createTestHost, SIGNED_OUT, type TestHost } from '#tests/support/test-host.ts';
import { putBackup } from '#tests/support/backup.ts';

const ada = 'ada' as Uid;
const PAGE = 4096;
const DAY_MS = 86_400_000;
const OFTEN = { interval: 1 };

function filledCloud(count: number): FakeCloud {
  const cloud = createFakeCloud();
  for (let number = 0; number < count; number += 1) {
    cloud.put(`note-${number}` as NoteId, fields(`title ${number}`, `text ${number} `.repeat(20)));
  }
  return cloud;
}

/** Lets time pass in small steps until the account is live. */
async function untilLive({ host, clock }: TestHost): Promise<void> {
  await expect
    .poll(async () => {
      clock.advance(200);
      await settle(1);
      return host.current?.sync.phase;
    }, OFTEN)
    .toBe('live');
}

/** Numbers of the leaf pages of a table, read by a separate connection. The file must be closed. */
function leavesOf(database: string, table: string): number[] {
  const db = new Database(database);
  try {
    return db
      .prepare<[string], number>(
        `SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno`,
      )
      .pluck()
      .all(table);
  } finally {
    db.close();
  }
}

function overwrite(database: string, page: number, byte: number): void {
  const bytes = readFileSync(database);
  bytes.fill(byte, (page - 1) * PAGE, page * PAGE);
  writeFileSync(database, bytes, { flag: 'r+' });
}

describe('[S13] a page of the notes that is lost between two starts', () => {
  test.each([0, 3, 7])(
    'a lost page of the notes deletes nothing in the cloud, with expiry after 30 days (leaf %i)',
    async (leaf) => {
      const cloud = filledCloud(600);
      const app = createTestHost({ connect: () => cloud.connect(), emptyTrashAfter: () => 30 });
      app.signIn('ada');
      app.host.startSync();
      await untilLive(app);
      for (let number = 0; number < 600; number += 60) {
        await app.host.request('notes:change', [
          ada,
          [{ ids: [`note-${number}` as NoteId], to: TRANSITIONS.trash }],
        ]);
      }
      await settle();
      app.host.applySession(SIGNED_OUT);
      await settle();
      await expect.poll(() => leavesOf(app.databaseOf('ada'), 'notes').length).toBeGreaterThan(8);
      const page = leavesOf(app.databaseOf('ada'), 'notes')[leaf];
      overwrite(app.databaseOf('ada'), page ?? 0, 0);

      app.signIn('ada');
      await untilLive(app);
      app.clock.advance(2 * DAY_MS);
      await settle();
      await untilLive(app);
      expect(cloud.documents.size).toBe(600);
      expect(await app.host.request('notes:counts', [])).toEqual({ active: 590, archived: 0, trashed: 10 });
      expect(await app.host.request('app:notices', [ada])).toEqual([expect.stringContaining('was damaged')]);
    },
  );
});

/** Throws once, at a moment of this kind. `arm(n)` lets n such moments pass first. */
function createTrouble(kind: Moment, code: string) {
  let remainingMoments = -1;
  return {
    arm(at: number): void {
      remainingMoments = at;
    },
    meet: (moment: Moment): void => {
      if (moment !== kind || remainingMoments < 0) return;
      remainingMoments -= 1;
      if (remainingMoments < 0) throw new Database.SqliteError(`made up: ${code}`, code);
    },
  };
}

describe('a disk that fails once while a first snapshot is stored', () => {
  test.each([
    ['commit', 'SQLITE_IOERR_WRITE', 2],
    ['statement', 'SQLITE_IOERR_WRITE', 300],
    ['committed', 'SQLITE_IOERR_FSYNC', 1],
    ['statement', 'SQLITE_CORRUPT', 250],
    ['commit', 'SQLITE_FULL', 1],
    ['statement', 'SQLITE_BUSY', 200],
  ] as const)('one disk failure during the first snapshot loses no note (%s, %s)', async (kind, code, at) => {
    const cloud = filledCloud(400);
    const trouble = createTrouble(kind, code);
    const app = createTestHost({
      connect: () => cloud.connect(),
      injectFault: trouble.meet,
      emptyTrashAfter: () => 7,
      sliceSteps: 50,
    });
    app.signIn('ada');
    await app.titles();
    trouble.arm(at);
    app.host.startSync();
    await settle();
    await untilLive(app);
    await settle();
    expect(await app.host.request('notes:counts', [])).toEqual({ active: 400, archived: 0, trashed: 0 });
    expect(cloud.documents.size).toBe(400);
    expect(app.troubles.length).toBeGreaterThan(0);
  });
});

describe('actions while the disk fails', () => {
  test.each([
    ['statement', 'SQLITE_IOERR_READ'],
    ['commit', 'SQLITE_IOERR_WRITE'],
    ['committed', 'SQLITE_IOERR_FSYNC'],
    ['statement', 'SQLITE_CORRUPT'],
  ] as const)('an edit and a new note are done once despite a disk failure (%s, %s)', async (kind, code) => {
    for (let at = 0; at < 8; at += 1) {
      const trouble = createTrouble(kind, code);
      const app = createTestHost({ injectFault: trouble.meet });
      app.signIn('ada');
      const first = await app.add('ada', { title: 'note', text: 'before' });
      trouble.arm(at);
      const content = { title: 'note', text: `after ${at}` };
      const edit = app.host.request('notes:edit', [ada, first, content, { title: 'note', text: 'before' }]);
      const added = app.add('ada', { title: 'another', text: '' });
      await settle();
      app.clock.advance(200);
      expect(await edit).toBe(first);
      await added;
      expect((await app.titles()).toSorted()).toEqual(['another', 'note']);
      expect(await app.host.request('notes:get', [first])).toMatchObject(content);
      await app.end();
    }
  });

  test('a full disk refuses writes, and reading goes on', async () => {
    let isFull = false;
    const app = createTestHost({
      injectFault(moment) {
        if (isFull && moment === 'commit') throw new Database.SqliteError('full', 'SQLITE_FULL');
      },
    });
    app.signIn('ada');
    await app.add('ada', { title: 'before', text: '' });
    isFull = true;
    await expect(app.add('ada', { title: 'no room', text: '' })).rejects.toMatchObject({
      code: 'store-full',
    });
    expect(await app.titles()).toEqual(['before']);
    isFull = false;
    await app.add('ada', { title: 'room again', text: '' });
    expect(await app.titles()).toEqual(['room again', 'before']);
    expect(app.started()).toBe(1);
  });
});

describe('[S13.4] salvage from a backup alone', () => {
  const note = 'note' as NoteId;

  /** Signs in, trashes the note while the cloud is down, and makes a backup of that state. */
  async function trashIntoBackup(cloud: FakeCloud): Promise<TestHost> {
    cloud.put(note, fields('', 'words'));
    const app = createTestHost({ connect: () => cloud.connect() });
    app.signIn('ada');
    app.host.startSync();
    await untilLive(app);
    cloud.isDown = true;
    await app.host.request('notes:change', [ada, [{ ids: [note], to: TRANSITIONS.trash }]]);
    const database = app.databaseOf('ada');
    putBackup(database);
    return app;
  }

  async function loseEverythingElse(app: TestHost): Promise<void> {
    app.host.applySession(SIGNED_OUT);
    await settle();
    const database = app.databaseOf('ada');
    await expect.poll(() => existsSync(`${database}-wal`), OFTEN).toBe(false);
    rmSync(database);
    app.signIn('ada');
  }

  test('a salvage from a backup does not repeat a move that was pushed and undone elsewhere since', async () => {
    const cloud = createFakeCloud();
    const app = await trashIntoBackup(cloud);
    cloud.isDown = false;
    await untilLive(app);
    await expect.poll(() => cloud.documents.get(note)?.fields.isDeleted, OFTEN).toBe(true);
    cloud.put(note, fields('', 'words'));
    await settle();
    await loseEverythingElse(app);
    await untilLive(app);
    await settle();
    expect(cloud.documents.get(note)?.fields.isDeleted).toBe(false);
    expect(await app.host.request('notes:counts', [])).toEqual({ active: 1, archived: 0, trashed: 0 });
  });

  test('a salvage from a backup pushes a move that is still pending, and the account stays until then', async () => {
    const cloud = createFakeCloud();
    const app = await trashIntoBackup(cloud);
    await loseEverythingElse(app);
    expect(await app.host.request('notes:counts', [])).toEqual({ active: 0, archived: 0, trashed: 1 });
    const signOut = app.signOut();
    await settle();
    app.clock.advance(1_000);
    expect(await signOut).toBe(1);
    app.signIn('ada');
    cloud.isDown = false;
    await untilLive(app);
    await settle();
    expect(cloud.documents.get(note)?.fields.isDeleted).toBe(true);
  });
});
