/** What has lain in the trash for longer than the person wants goes for ever; nothing else does. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { NoteId, Uid } from '#shared/note.ts';
import type { TrashDays } from '#shared/settings.ts';
import type { Account } from '#main/account.ts';
import { accountDatabase } from '#main/store/account-files.ts';
import { daysBefore } from '#main/sync/old-trash.ts';
import type { RemoteStore } from '#main/sync/ports.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { createManualClock, type ManualClock } from '#tests/support/manual-clock.ts';
import { settle } from '#tests/support/settle.ts';
import { openTestAccount } from './support/open-test-account.ts';

const trashed = fields('old', 'words', { isDeleted: true });
const HOUR_MS = 3_600_000;

let cloud: FakeCloud;
let clock: ManualClock;
let days: TrashDays;
/** How many days later the cloud is than its notes were written. */
let cloudIsLater: number;
beforeEach(() => {
  cloud = createFakeCloud();
  clock = createManualClock();
  days = 7;
  cloudIsLater = 8;
});

/** The cloud, at a later day. */
function connect(): RemoteStore {
  const remote = cloud.connect();
  return {
    ...remote,
    listen: ({ onSnapshot, onEnd }) =>
      remote.listen({
        onSnapshot: (snapshot) =>
          onSnapshot({ ...snapshot, readTime: daysBefore(snapshot.readTime, -cloudIsLater) }),
        onEnd,
      }),
  };
}

async function start(): Promise<Account> {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-trash-'));
  const uid = 'ada' as Uid;
  const account = openTestAccount({
    uid,
    database: accountDatabase(folder, uid),
    remote: connect(),
    clock,
    emptyTrashAfter: () => days,
  });
  onTestFinished(async () => {
    await account.close();
    rmSync(folder, { recursive: true, force: true });
  });
  account.engine.start();
  await settle();
  return account;
}

const left = (): string[] => [...cloud.documents.keys()].toSorted();

test('a note that is old enough goes once the account is in touch with the cloud; the others stay', async () => {
  cloud.put('archived' as NoteId, { ...trashed, isArchived: true });
  cloud.put('active' as NoteId, fields('', 'words'));
  cloud.put('trashed' as NoteId, trashed);
  const account = await start();
  await settle();
  expect(left()).toEqual(['active', 'archived']);
  expect(account.counts()).toEqual({ active: 1, archived: 1, trashed: 0 });
  expect(account.removed.page(0, 1).total).toBe(0);
});

test.each<[TrashDays, number]>([
  [null, 1000],
  [30, 29],
  [7, 6],
])('with %s days set, after %i nothing goes', async (set, later) => {
  days = set;
  cloudIsLater = later;
  cloud.put('trashed' as NoteId, trashed);
  await start();
  clock.advance(HOUR_MS);
  await settle();
  expect(left()).toEqual(['trashed']);
});

test('a device whose clock is years ahead deletes nothing early', async () => {
  cloudIsLater = 1;
  clock.set(Date.UTC(2040, 0, 1));
  cloud.put('trashed' as NoteId, trashed);
  await start();
  clock.advance(HOUR_MS);
  await settle();
  expect(left()).toEqual(['trashed']);
});

test('when the days are set, and later by the hour, it looks again; however many there are', async () => {
  days = null;
  for (let index = 0; index < 25; index += 1) cloud.put(`trashed${index}` as NoteId, trashed);
  const account = await start();
  days = 7;
  account.checkTrash();
  expect(account.counts().trashed).toBe(15);
  clock.advance(100);
  await settle();
  expect(left()).toEqual([]);
  cloud.put('another' as NoteId, trashed);
  await settle();
  clock.advance(HOUR_MS);
  await settle();
  expect(left()).toEqual([]);
});

test('offline nothing goes', async () => {
  cloud.put('trashed' as NoteId, trashed);
  days = null;
  const account = await start();
  cloud.isDown = true;
  await settle();
  expect(account.engine.state.phase).toBe('offline');
  days = 7;
  account.checkTrash();
  expect(account.counts().trashed).toBe(1);
});

test('a note with a change that waits stays', async () => {
  cloud.put('trashed' as NoteId, trashed);
  days = null;
  const account = await start();
  cloud.faultNextCommit({ kind: 'hold', until: new Promise(() => undefined) });
  account.edit('trashed' as NoteId, { title: 'new', text: '' }, { title: 'old', text: 'words' });
  days = 7;
  account.checkTrash();
  expect(account.counts().trashed).toBe(1);
});

test('[S6.4] a note that was restored elsewhere, which was not heard of yet, comes back', async () => {
  cloud.put('trashed' as NoteId, trashed);
  days = null;
  const account = await start();
  cloud.silent = true;
  cloud.put('trashed' as NoteId, fields('old', 'words'));
  days = 7;
  account.checkTrash();
  expect(account.counts().trashed).toBe(0);
  await settle();
  expect(left()).toEqual(['trashed']);
  expect(account.counts().active).toBe(1);
});

test('closing leaves no timer behind', async () => {
  const account = await start();
  await account.close();
  expect(clock.waiting).toBe(0);
});
