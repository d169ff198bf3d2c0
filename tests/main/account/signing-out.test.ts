import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Draft } from '#shared/draft.ts';
import type { Uid } from '#shared/note.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { settle } from '#tests/support/settle.ts';
import { createHostWithClouds, createTestHost, SIGNED_OUT, type TestHost } from '#tests/support/test-host.ts';

const ada = 'ada' as Uid;

let clouds: Record<string, FakeCloud>;
let there: TestHost;

beforeEach(() => {
  ({ clouds, there } = createHostWithClouds());
});

function words(title: string, text = '') {
  return { title, text };
}

const drafts = (): Promise<readonly Draft[]> => there.drafts();

describe('signing out', () => {
  test('[S11.1] signing out retains what was not pushed until the next sign-in, and says how much', async () => {
    there.signIn('ada');
    await there.add('ada', words('not pushed'));
    expect(await there.signOut()).toBe(1);
    there.host.startSync();
    there.signIn('ada');
    expect(await there.titles()).toEqual(['not pushed']);
    await settle();
    expect(clouds['ada']?.documents.size).toBe(1);
  });

  test('[S11.2] [C6] signing out removes all files of the account if everything was pushed', async () => {
    there.host.startSync();
    there.signIn('ada');
    await there.add('ada', words('pushed'));
    await settle();
    expect(await there.signOut()).toBe(0);
    there.clock.advance(60_000);
    await settle();
    expect(there.started()).toBe(1);
    expect(there.host.current).toBeNull();
    expect(existsSync(path.dirname(there.databaseOf('ada')))).toBe(false);
  });

  test('[S11.2] signing out removes nothing of the person who signs in again while files are being removed', async () => {
    const begun = Promise.withResolvers<void>();
    const mayRemove = Promise.withResolvers<void>();
    there = createTestHost({
      beforeRemoval() {
        begun.resolve();
        return mayRemove.promise;
      },
      connect: () => createFakeCloud().connect(),
    });
    there.host.startSync();
    there.signIn('ada');
    await there.titles();
    await settle();
    const left = there.signOut();
    await begun.promise;
    there.signIn('ada');
    const added = there.add('ada', words('written at once'));
    mayRemove.resolve();
    expect(await left).toBe(0);
    await added;
    expect(existsSync(there.databaseOf('ada'))).toBe(true);
    there.crash();
    await settle();
    there.clock.advance(1_000);
    expect(await there.titles()).toEqual(['written at once']);
  });

  test('a sign-in to an account that is being removed waits until all its files are gone', async () => {
    const mayRemove = Promise.withResolvers<void>();
    there = createTestHost({
      beforeRemoval: () => mayRemove.promise,
      connect: () => createFakeCloud().connect(),
    });
    there.host.startSync();
    there.signIn('ada');
    await there.titles();
    await settle();
    const left = there.signOut();
    await settle();
    there.signIn('ben');
    await there.titles();
    there.signIn('ada');
    const added = there.add('ada', words('written at once'));
    await settle();
    mayRemove.resolve();
    await Promise.all([left, added]);
    there.crash();
    await settle();
    there.clock.advance(1_000);
    expect(await there.titles()).toEqual(['written at once']);
  });

  test('[S11.3] signing out loses no words that come while files are being removed', async () => {
    const late: Draft = { place: 'new', content: words('', 'the last key') };
    const kept: Promise<unknown>[] = [];
    there = createTestHost({
      async beforeRemoval() {
        kept.push(there.host.request('drafts:keep', [ada, late]));
        await settle();
      },
      connect: () => createFakeCloud().connect(),
    });
    there.host.startSync();
    there.signIn('ada');
    await there.titles();
    await settle();
    await there.signOut();
    expect(kept).toHaveLength(1);
    await Promise.all(kept);
    there.signIn('ada');
    expect(await drafts()).toEqual([late]);
  });

  test('[S10] an account that is left while it opens does not come back', async () => {
    const ending = Promise.withResolvers<void>();
    there = createTestHost({ beforeEnd: () => ending.promise });
    there.signIn('ada');
    there.signIn('ben');
    expect(await there.titles()).toEqual([]);
    const before = there.syncs.length;
    ending.resolve();
    await settle();
    there.clock.advance(10_000);
    await settle();
    expect(there.started()).toBe(2);
    expect(there.syncs.slice(before)).toEqual([]);
  });

  test('[S11.1] signing out retains a note that the cloud refuses', async () => {
    there.signIn('ada');
    const id = await there.add('ada', words('refused'));
    clouds['ada']?.poisoned.add(id);
    there.host.startSync();
    await settle();
    expect(there.host.current?.sync).toMatchObject({ pending: 0, refused: 1 });
    expect(await there.signOut()).toBe(1);
    there.signIn('ada');
    expect(await there.titles()).toEqual(['refused']);
  });

  test('[S11.3] signing out retains a draft that is not a note yet', async () => {
    const { host } = there;
    host.startSync();
    there.signIn('ada');
    await settle();
    const draft = { place: 'new', content: words('', 'half a thou') } as const;
    await host.request('drafts:keep', [ada, { place: 'quick', content: words('') }]);
    await host.request('drafts:keep', [ada, draft]);
    expect(await there.signOut()).toBe(1);
    there.signIn('ada');
    expect(await drafts()).toContainEqual(draft);
  });

  test('signing out counts and retains what is written until the account is closed', async () => {
    const { host } = there;
    host.startSync();
    there.signIn('ada');
    await there.titles();
    await settle();
    const { ada: cloud } = clouds;
    if (cloud !== undefined) cloud.silent = true;
    const left = host.signOut(async () => {
      void there.add('ada', words('in the last moment'));
      host.applySession(SIGNED_OUT);
    });
    expect(await left).toEqual({ unsynced: 1 });
    there.signIn('ada');
    expect(await there.titles()).toEqual(['in the last moment']);
  });

  test('a sign-out that fails changes nothing, and sync goes on', async () => {
    const { host } = there;
    host.startSync();
    there.signIn('ada');
    await expect(host.signOut(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await there.add('ada', words('goes on'));
    await settle();
    expect(clouds['ada']?.documents.size).toBe(1);
  });

  test('signing out retains the notes of the person who signs in again before it is complete', async () => {
    const { host } = there;
    host.startSync();
    there.signIn('ada');
    await there.add('ada', words('here'));
    await settle();
    await host.signOut(async () => {
      host.applySession(SIGNED_OUT);
      there.signIn('ada');
    });
    expect(await there.titles()).toEqual(['here']);
  });

  test('[S11.3] signing out counts words that waited in the file beside the database as retained', async () => {
    there.host.startSync();
    there.signIn('ada');
    await there.titles();
    there.signIn('ben');
    await there.host.request('drafts:keep', [ada, { place: 'new', content: words('', 'late') }]);
    there.signIn('ada');
    expect(await drafts()).toEqual([{ place: 'new', content: words('', 'late') }]);
    expect(await there.signOut()).toBe(1);
  });
});
