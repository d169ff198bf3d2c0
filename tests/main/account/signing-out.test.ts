import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Draft } from '#shared/note/draft.ts';
import { interruptedSignOuts } from '#main/account/files.ts';
import type { Uid } from '#shared/note/note.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { settle } from '#tests/support/settle.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createHostWithClouds, createTestHost, SIGNED_OUT, type TestHost } from '#tests/support/test-host.ts';

const ada = 'ada' as Uid;

let clouds: Record<string, FakeCloud>;
let app: TestHost;

beforeEach(() => {
  ({ app, clouds } = createHostWithClouds());
});

function words(title: string, text = '') {
  return { title, text };
}

const drafts = (): Promise<readonly Draft[]> => app.drafts();

describe('signing out', () => {
  test('[S11.1] signing out retains unpushed changes until the next sign-in, and returns their number', async () => {
    app.signIn('ada');
    await app.add('ada', words('not pushed'));
    expect(await app.signOut()).toBe(1);
    app.host.startSync();
    app.signIn('ada');
    expect(await app.titles()).toEqual(['not pushed']);
    await settle();
    expect(clouds['ada']?.documents.size).toBe(1);
  });

  test('[S13.7] signing out retains missing notes until the user has answered, and returns their number', async () => {
    app.host.startSync();
    app.signIn('ada');
    for (let note = 0; note < 21; note += 1) await app.add('ada', words(`note ${note}`));
    await settle();
    const cloud = clouds['ada'];
    if (cloud === undefined) throw new Error('The cloud is missing');
    cloud.silent = true;
    for (const id of cloud.documents.keys()) cloud.remove(id);
    cloud.catchUp();
    await settle();
    expect(await app.titles()).toEqual([]);
    expect(app.host.current?.sync.missing).toBe(21);
    expect(await app.signOut()).toBe(21);
    app.signIn('ada');
    expect(await app.titles()).toEqual([]);
    expect(app.host.current?.sync.missing).toBe(21);
    await app.host.request('missing:restore', [ada]);
    expect(await app.titles()).toHaveLength(21);
    expect(app.host.current?.sync.missing).toBe(0);
    await expect.poll(() => cloud.documents.size).toBe(21);
  });

  test('[S11.1] an account that is signed out before its folder exists has nothing unsynced, and gets no folder', async () => {
    app.signIn('ada');
    expect(await app.signOut()).toBe(0);
    await settle();
    expect(existsSync(path.dirname(app.databaseOf('ada')))).toBe(false);
  });

  test('[S11.2] an account that is signed out while its folder is made leaves no folder', async () => {
    const begun = Promise.withResolvers<void>();
    const mayMake = Promise.withResolvers<void>();
    app = createTestHost({
      beforeFolder() {
        begun.resolve();
        return mayMake.promise;
      },
    });
    app.signIn('ada');
    await begun.promise;
    const signedOut = app.signOut();
    await settle();
    mayMake.resolve();
    expect(await signedOut).toBe(0);
    await settle();
    expect(existsSync(path.dirname(app.databaseOf('ada')))).toBe(false);
  });

  test('[S11.2] [C6] signing out removes all files of the account if everything was pushed', async () => {
    app.host.startSync();
    app.signIn('ada');
    await app.add('ada', words('pushed'));
    await settle();
    expect(await app.signOut()).toBe(0);
    app.clock.advance(60_000);
    await settle();
    expect(app.started()).toBe(1);
    expect(app.host.current).toBeNull();
    expect(existsSync(path.dirname(app.databaseOf('ada')))).toBe(false);
  });

  describe('[S11.2] a sign-out during which the app ended', () => {
    /** Starts a sign-out that does not get to its end, and ends the app. */
    async function endWhileSigningOut(isPushed: boolean): Promise<string> {
      const folder = temporaryFolder();
      app = createTestHost({ folder, connect: () => createFakeCloud().connect() });
      if (isPushed) app.host.startSync();
      app.signIn('ada');
      await app.add('ada', words('typed'));
      await settle();
      void app.host.signOut(() => new Promise(() => undefined));
      await app.end();
      return folder;
    }

    /** What a start of the app does once it knows that nobody is signed in, or who is. */
    async function startAgain(folder: string, uid: string | null): Promise<boolean> {
      app = createTestHost({ folder, connect: () => createFakeCloud().connect() });
      if (uid !== null) app.signIn(uid);
      for (const leaving of await interruptedSignOuts(folder)) await app.host.finishSignOut(leaving);
      return existsSync(app.databaseOf('ada'));
    }

    test('the next start removes the files if everything was pushed', async () => {
      const folder = await endWhileSigningOut(true);
      expect(await interruptedSignOuts(folder)).toEqual(['ada']);
      expect(await startAgain(folder, null)).toBe(false);
      expect(app.host.current).toBeNull();
      expect(app.syncs).toEqual([]);
      expect(await interruptedSignOuts(folder)).toEqual([]);
    });

    test('the next start retains unpushed changes', async () => {
      const folder = await endWhileSigningOut(false);
      expect(await startAgain(folder, null)).toBe(true);
      app.signIn('ada');
      expect(await app.titles()).toEqual(['typed']);
    });

    test('the next start retains the files of an account that is still signed in', async () => {
      const folder = await endWhileSigningOut(true);
      expect(await startAgain(folder, 'ada')).toBe(true);
      expect(await app.titles()).toEqual(['typed']);
    });
  });

  test('[S11.2] an app that quits just after a sign-out ends once the account’s files are removed', async () => {
    app = createTestHost({
      beforeRemoval: () => settle(),
      connect: () => createFakeCloud().connect(),
    });
    app.host.startSync();
    app.signIn('ada');
    await app.titles();
    await settle();
    const signedOut = app.signOut();
    await app.host.close();
    expect(existsSync(path.dirname(app.databaseOf('ada')))).toBe(false);
    expect(await signedOut).toBe(0);
  });

  test('[S11.2] signing out removes no file of a user who signs in again while files are being removed', async () => {
    const begun = Promise.withResolvers<void>();
    const mayRemove = Promise.withResolvers<void>();
    app = createTestHost({
      beforeRemoval() {
        begun.resolve();
        return mayRemove.promise;
      },
      connect: () => createFakeCloud().connect(),
    });
    app.host.startSync();
    app.signIn('ada');
    await app.titles();
    await settle();
    const signedOut = app.signOut();
    await begun.promise;
    app.signIn('ada');
    const added = app.add('ada', words('written at once'));
    mayRemove.resolve();
    expect(await signedOut).toBe(0);
    await added;
    expect(existsSync(app.databaseOf('ada'))).toBe(true);
    app.crash();
    await settle();
    app.clock.advance(1_000);
    expect(await app.titles()).toEqual(['written at once']);
  });

  test('a sign-in to an account that is being removed waits until all its files are gone', async () => {
    const mayRemove = Promise.withResolvers<void>();
    app = createTestHost({
      beforeRemoval: () => mayRemove.promise,
      connect: () => createFakeCloud().connect(),
    });
    app.host.startSync();
    app.signIn('ada');
    await app.titles();
    await settle();
    const signedOut = app.signOut();
    await settle();
    app.signIn('ben');
    await app.titles();
    app.signIn('ada');
    const added = app.add('ada', words('written at once'));
    await settle();
    mayRemove.resolve();
    await Promise.all([signedOut, added]);
    app.crash();
    await settle();
    app.clock.advance(1_000);
    expect(await app.titles()).toEqual(['written at once']);
  });

  test('[S11.3] signing out loses no words that arrive while files are being removed', async () => {
    const late: Draft = { place: 'new', content: words('', 'the last key') };
    const stored: Promise<unknown>[] = [];
    app = createTestHost({
      async beforeRemoval() {
        stored.push(app.host.request('drafts:keep', [ada, late]));
        await settle();
      },
      connect: () => createFakeCloud().connect(),
    });
    app.host.startSync();
    app.signIn('ada');
    await app.titles();
    await settle();
    await app.signOut();
    expect(stored).toHaveLength(1);
    await Promise.all(stored);
    app.signIn('ada');
    expect(await drafts()).toEqual([late]);
  });

  test('[S10] an account that is signed out while it opens does not come back', async () => {
    const ending = Promise.withResolvers<void>();
    app = createTestHost({ beforeEnd: () => ending.promise });
    app.signIn('ada');
    app.signIn('ben');
    expect(await app.titles()).toEqual([]);
    const before = app.syncs.length;
    ending.resolve();
    await settle();
    app.clock.advance(10_000);
    await settle();
    expect(app.started()).toBe(2);
    expect(app.syncs.slice(before)).toEqual([]);
  });

  test('[S11.1] signing out retains a note that the cloud refuses', async () => {
    app.signIn('ada');
    const id = await app.add('ada', words('refused'));
    clouds['ada']?.poisoned.add(id);
    app.host.startSync();
    await settle();
    expect(app.host.current?.sync).toMatchObject({ pending: 0, refused: 1 });
    expect(await app.signOut()).toBe(1);
    app.signIn('ada');
    expect(await app.titles()).toEqual(['refused']);
  });

  test('[S11.3] signing out retains a draft that is not a note yet', async () => {
    const { host } = app;
    host.startSync();
    app.signIn('ada');
    await settle();
    const draft = { place: 'new', content: words('', 'half a thou') } as const;
    await host.request('drafts:keep', [ada, { place: 'quick', content: words('') }]);
    await host.request('drafts:keep', [ada, draft]);
    expect(await app.signOut()).toBe(1);
    app.signIn('ada');
    expect(await drafts()).toContainEqual(draft);
  });

  test('signing out counts and retains everything written before the account is closed', async () => {
    const { host } = app;
    host.startSync();
    app.signIn('ada');
    await app.titles();
    await settle();
    const { ada: cloud } = clouds;
    if (cloud !== undefined) cloud.silent = true;
    const signedOut = host.signOut(async () => {
      void app.add('ada', words('in the last moment'));
      host.applySession(SIGNED_OUT);
    });
    expect(await signedOut).toEqual({ unsynced: 1 });
    app.signIn('ada');
    expect(await app.titles()).toEqual(['in the last moment']);
  });

  test('a sign-out that fails changes nothing, and sync goes on', async () => {
    const { host } = app;
    host.startSync();
    app.signIn('ada');
    await expect(host.signOut(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await app.add('ada', words('goes on'));
    await settle();
    expect(clouds['ada']?.documents.size).toBe(1);
  });

  test('signing out retains the notes of a user who signs in again before it is complete', async () => {
    const { host } = app;
    host.startSync();
    app.signIn('ada');
    await app.add('ada', words('here'));
    await settle();
    await host.signOut(async () => {
      host.applySession(SIGNED_OUT);
      app.signIn('ada');
    });
    expect(await app.titles()).toEqual(['here']);
  });

  test('[S11.3] signing out counts words that waited in the file beside the database as retained', async () => {
    app.host.startSync();
    app.signIn('ada');
    await app.titles();
    app.signIn('ben');
    await app.host.request('drafts:keep', [ada, { place: 'new', content: words('', 'late') }]);
    app.signIn('ada');
    expect(await drafts()).toEqual([{ place: 'new', content: words('', 'late') }]);
    expect(await app.signOut()).toBe(1);
  });
});
