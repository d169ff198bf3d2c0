import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import type { Answer } from '#shared/note/remote-store.ts';
import type { TrashDays } from '#shared/ipc/settings.ts';
import { fields } from '#tests/support/fields.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { settle } from '#tests/support/settle.ts';
import {
  createHostWithClouds,
  createTestHost,
  SIGNED_OUT,
  signedIn,
  type TestHost,
} from '#tests/support/test-host.ts';

let clouds: Record<string, FakeCloud>;
let app: TestHost;

beforeEach(() => {
  ({ app, clouds } = createHostWithClouds());
});

function words(title: string, text = '') {
  return { title, text };
}

test('the time of the latest request is known, also of one that is refused', async () => {
  const { host, clock } = app;
  const start = clock.now();
  clock.advance(1_000);
  expect(host.lastRequestAt).toBe(start);
  await expect(host.request('notes:counts', [])).rejects.toMatchObject({ code: 'not-signed-in' });
  expect(host.lastRequestAt).toBe(start + 1_000);
});

describe('[S10] one account', () => {
  test('no data of one account is ever shown to another', async () => {
    const { host } = app;
    app.signIn('ada');
    await app.add('ada', words('of Ada'));
    app.signIn('ben');
    expect(await app.titles()).toEqual([]);
    host.startSync();
    await settle();
    expect(clouds['ada']?.documents.size).toBe(0);
    expect(clouds['ben']?.documents.size).toBe(0);
    app.signIn('ada');
    expect(await app.titles()).toEqual(['of Ada']);
  });

  test('[S13.6] the trash of one account is emptied as that account has chosen, and no other trash is', async () => {
    const chosen = new Map<string, TrashDays>([['ada', 7]]);
    app = createTestHost({
      connect: (uid) => (clouds[uid] ?? createFakeCloud()).connect(),
      emptyTrashAfter: (uid) => chosen.get(uid) ?? null,
    });
    const { host, clock } = app;
    for (const cloud of Object.values(clouds)) {
      cloud.put('trashed00000000000000' as NoteId, fields('in the trash', '', { isDeleted: true }));
      cloud.passTime(60 * 24 * 60 * 60);
    }
    const counts = (): (number | undefined)[] =>
      [clouds['ada'], clouds['ben']].map((cloud) => cloud?.documents.size);
    host.startSync();
    app.signIn('ada');
    await app.titles();
    await settle();
    expect(counts()).toEqual([0, 1]);
    app.signIn('ben');
    await app.titles();
    clock.advance(2 * 60 * 60 * 1000);
    await settle();
    expect(counts()).toEqual([0, 1]);
    expect(host.current?.sync.phase).toBe('live');
    host.current?.emptyTrashAfter(30);
    await settle();
    expect(counts()).toEqual([0, 0]);
  });

  test('while signed out, notes can be neither read nor written', async () => {
    const { host } = app;
    host.applySession(SIGNED_OUT);
    await expect(app.titles()).rejects.toMatchObject({ code: 'not-signed-in' });
    await expect(app.add('ada', words('nobody'))).rejects.toMatchObject({ code: 'not-signed-in' });
    expect(host.current).toBeNull();
  });
});

test('[S8] signing in again to the same account pushes its pending change, without a new thread', async () => {
  const { host } = app;
  host.startSync();
  app.signIn('ada');
  await app.titles();
  await settle();
  clouds['ada']?.faultNextCommit({ kind: 'fail', failure: { kind: 'session', reason: 'session-expired' } });
  await app.add('ada', words('waits'));
  await settle();
  expect(host.current?.sync.phase).toBe('session-expired');
  host.applySession(signedIn('ada', true));
  host.applySession(signedIn('ada'));
  await settle();
  expect(app.started()).toBe(1);
  expect(clouds['ada']?.documents.size).toBe(1);
});

test('[S8] a refusal of the old session that arrives after a new sign-in does not end the new session', async () => {
  const cloud = createFakeCloud();
  const late = Promise.withResolvers<Answer<never>>();
  let connections = 0;
  app = createTestHost({
    connect() {
      connections += 1;
      const remote = cloud.connect();
      return connections > 1 ? remote : { ...remote, commit: () => late.promise };
    },
  });
  const { host } = app;
  host.startSync();
  app.signIn('ada');
  await app.titles();
  await settle();
  await app.add('ada', words('waits'));
  await settle();
  host.applySession(signedIn('ada', true));
  host.applySession(signedIn('ada'));
  late.resolve({ ok: false, failure: { kind: 'session', reason: 'session-expired' } });
  await settle();
  expect(host.current?.sync).toMatchObject({ phase: 'live', pending: 0 });
  expect(cloud.documents.size).toBe(1);
});

test('pages are notified of remote changes a few times a second, and of local changes at once', async () => {
  const { host, clock, revisions } = app;
  const cloud = clouds['ada'];
  host.startSync();
  app.signIn('ada');
  await app.titles();
  await settle();
  clock.advance(1_000);
  await settle();
  const countRevisions = async (work: () => unknown): Promise<number> => {
    const before = revisions.length;
    await work();
    await settle();
    return revisions.length - before;
  };
  const put = (id: string) => () => cloud?.put(id as NoteId, fields(id, ''));
  expect(await countRevisions(put('one'))).toBe(1);
  expect(await countRevisions(put('two'))).toBe(0);
  expect(await countRevisions(put('three'))).toBe(0);
  expect(await countRevisions(() => app.add('ada', words('four')))).toBe(1);
  expect((await app.titles()).toSorted()).toEqual(['four', 'one', 'three', 'two']);
  expect(await countRevisions(put('five'))).toBe(0);
  expect(await countRevisions(() => clock.advance(250))).toBe(1);
});

test('notes that cannot be opened cause a clear error, and signing out still works', async () => {
  const { host } = app;
  writeFileSync(path.join(app.folder, 'accounts'), 'a file where the folder of accounts should be');
  app.signIn('ada');
  const page = app.titles().catch((error: unknown) => error);
  for (const [ended, pause] of [200, 1_000, 5_000].entries()) {
    await expect.poll(() => app.syncs.filter(({ phase }) => phase === 'opening')).toHaveLength(ended + 1);
    app.clock.advance(pause);
  }
  expect(await page).toMatchObject({ code: 'store-failed' });
  expect(host.current?.sync.phase).toBe('closed');
  expect(app.troubles.at(-1)).toContain('could not be opened');
  expect(await app.signOut()).toBeGreaterThan(0);
  await expect(app.titles()).rejects.toMatchObject({ code: 'not-signed-in' });
});
