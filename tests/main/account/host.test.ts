import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { NoteId } from '#shared/note.ts';
import type { Answer } from '#shared/remote-store.ts';
import type { TrashDays } from '#shared/settings.ts';
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
let there: TestHost;

beforeEach(() => {
  ({ clouds, there } = createHostWithClouds());
});

function words(title: string, text = '') {
  return { title, text };
}

describe('[S10] one account', () => {
  test('nothing of one account is ever shown to another', async () => {
    const { host } = there;
    there.signIn('ada');
    await there.add('ada', words('of Ada'));
    there.signIn('ben');
    expect(await there.titles()).toEqual([]);
    host.startSync();
    await settle();
    expect(clouds['ada']?.documents.size).toBe(0);
    expect(clouds['ben']?.documents.size).toBe(0);
    there.signIn('ada');
    expect(await there.titles()).toEqual(['of Ada']);
  });

  test('[S13.6] the trash of one account is emptied as that account has chosen, and of no other', async () => {
    const chosen = new Map<string, TrashDays>([['ada', 7]]);
    there = createTestHost({
      connect: (uid) => (clouds[uid] ?? createFakeCloud()).connect(),
      emptyTrashAfter: (uid) => chosen.get(uid) ?? null,
    });
    const { host, clock } = there;
    for (const cloud of Object.values(clouds)) {
      cloud.put('trashed00000000000000' as NoteId, fields('in the trash', '', { isDeleted: true }));
      cloud.passTime(60 * 24 * 60 * 60);
    }
    const counts = (): (number | undefined)[] =>
      [clouds['ada'], clouds['ben']].map((cloud) => cloud?.documents.size);
    host.startSync();
    there.signIn('ada');
    await there.titles();
    await settle();
    expect(counts()).toEqual([0, 1]);
    there.signIn('ben');
    await there.titles();
    clock.advance(2 * 60 * 60 * 1000);
    await settle();
    expect(counts()).toEqual([0, 1]);
    expect(host.current?.sync.phase).toBe('live');
    host.current?.emptyTrashAfter(30);
    await settle();
    expect(counts()).toEqual([0, 0]);
  });

  test('while signed out, notes can be neither read nor written', async () => {
    const { host } = there;
    host.applySession(SIGNED_OUT);
    await expect(there.titles()).rejects.toMatchObject({ code: 'not-signed-in' });
    await expect(there.add('ada', words('nobody'))).rejects.toMatchObject({ code: 'not-signed-in' });
    expect(host.current).toBeNull();
  });
});

test('[S8] signing in again to the same account pushes its pending change, without a new thread', async () => {
  const { host } = there;
  host.startSync();
  there.signIn('ada');
  await there.titles();
  await settle();
  clouds['ada']?.faultNextCommit({ kind: 'fail', failure: { kind: 'session', message: 'expired' } });
  await there.add('ada', words('waits'));
  await settle();
  expect(host.current?.sync.phase).toBe('session-expired');
  host.applySession(signedIn('ada', true));
  host.applySession(signedIn('ada'));
  await settle();
  expect(there.started()).toBe(1);
  expect(clouds['ada']?.documents.size).toBe(1);
});

test('[S8] a refusal of the old session that arrives after a new sign-in does not end the new session', async () => {
  const cloud = createFakeCloud();
  const late = Promise.withResolvers<Answer<never>>();
  let connections = 0;
  there = createTestHost({
    connect() {
      connections += 1;
      const remote = cloud.connect();
      return connections > 1 ? remote : { ...remote, commit: () => late.promise };
    },
  });
  const { host } = there;
  host.startSync();
  there.signIn('ada');
  await there.titles();
  await settle();
  await there.add('ada', words('waits'));
  await settle();
  host.applySession(signedIn('ada', true));
  host.applySession(signedIn('ada'));
  late.resolve({ ok: false, failure: { kind: 'session', message: 'the old token' } });
  await settle();
  expect(host.current?.sync).toMatchObject({ phase: 'live', pending: 0 });
  expect(cloud.documents.size).toBe(1);
});

test('pages are notified of remote changes a few times a second, and of local changes at once', async () => {
  const { host, clock, revisions } = there;
  const cloud = clouds['ada'];
  host.startSync();
  there.signIn('ada');
  await there.titles();
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
  expect(await countRevisions(() => there.add('ada', words('four')))).toBe(1);
  expect((await there.titles()).toSorted()).toEqual(['four', 'one', 'three', 'two']);
  expect(await countRevisions(put('five'))).toBe(0);
  expect(await countRevisions(() => clock.advance(250))).toBe(1);
});

test('notes that cannot be opened are a clear error, and signing out still works', async () => {
  const { host } = there;
  writeFileSync(path.join(there.folder, 'accounts'), 'a file where the folder of accounts should be');
  there.signIn('ada');
  const page = there.titles().catch((error: unknown) => error);
  for (const [ended, pause] of [200, 1_000, 5_000].entries()) {
    await expect.poll(() => there.syncs.filter(({ phase }) => phase === 'opening')).toHaveLength(ended + 1);
    there.clock.advance(pause);
  }
  expect(await page).toMatchObject({ code: 'store-failed' });
  expect(host.current?.sync.phase).toBe('closed');
  expect(there.troubles.at(-1)).toContain('could not be opened');
  expect(await there.signOut()).toBeGreaterThan(0);
  await expect(there.titles()).rejects.toMatchObject({ code: 'not-signed-in' });
});
