import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Uid } from '#shared/note.ts';
import type { SessionState, SignedOut, User } from '#shared/session.ts';
import { type Accounts, createAccounts } from '#main/accounts.ts';
import { accountDatabase, removeAccount } from '#main/store/account-files.ts';
import { settle } from '#tests/support/settle.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';
import { openTestAccount } from './support/open-test-account.ts';

const ada = 'ada' as Uid;
const ben = 'ben' as Uid;

let accounts: Accounts;
let clouds: Record<string, FakeCloud>;
let errors: string[];

beforeEach(() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-accounts-'));
  clouds = { ada: createFakeCloud(), ben: createFakeCloud() };
  errors = [];
  accounts = createAccounts({
    open: (uid) =>
      openTestAccount({
        uid,
        database: uid === 'broken' ? path.join(folder, 'missing', 'notes') : accountDatabase(folder, uid),
        remote: (clouds[uid] ?? createFakeCloud()).connect(),
        clock: createManualClock(),
      }),
    remove: (uid) => removeAccount(folder, uid),
    onSwitch: () => undefined,
    onError: (message) => errors.push(message),
  });
  onTestFinished(() => {
    accounts.close();
    rmSync(folder, { recursive: true });
  });
});

function signedIn(uid: Uid, expired = false): SessionState {
  const user: User = { uid, email: `${uid}@example.org`, name: uid, picture: null };
  return { status: 'signed-in', user, expired, signingIn: false };
}

const SIGNED_OUT: SessionState = { status: 'signed-out', signingIn: false };

async function signOut(): Promise<SignedOut> {
  return accounts.leave(async () => accounts.follow(SIGNED_OUT));
}

function titles(): string[] {
  const page = accounts.required().page({ list: 'active', query: '', offset: 0, limit: 10 });
  return page.rows.map(({ title }) => title);
}

describe('[S10] one account', () => {
  test('nothing of one account is ever shown to another', async () => {
    accounts.follow(signedIn(ada));
    accounts.required().notes.add({ title: 'of Ada', text: '' });
    accounts.follow(signedIn(ben));
    expect(titles()).toEqual([]);
    accounts.startSync();
    await settle();
    expect(clouds['ada']?.documents.size).toBe(0);
    expect(clouds['ben']?.documents.size).toBe(0);
    accounts.follow(signedIn(ada));
    expect(titles()).toEqual(['of Ada']);
  });

  test('signed out nothing can be read or written', () => {
    accounts.follow(SIGNED_OUT);
    expect(() => accounts.required()).toThrow(expect.objectContaining({ code: 'not-signed-in' }));
    expect(accounts.current()).toBeNull();
  });
});

describe('[S11] signing out', () => {
  test('keeps what was not pushed until the next sign-in, and says how much', async () => {
    accounts.follow(signedIn(ada));
    accounts.required().notes.add({ title: 'not pushed', text: '' });
    expect(await signOut()).toEqual({ kept: 1 });
    accounts.startSync();
    accounts.follow(signedIn(ada));
    await settle();
    expect(titles()).toEqual(['not pushed']);
    expect(clouds['ada']?.documents.size).toBe(1);
  });

  test('removes the cache when everything was pushed', async () => {
    accounts.startSync();
    accounts.follow(signedIn(ada));
    accounts.required().notes.add({ title: 'pushed', text: '' });
    await settle();
    expect(await signOut()).toEqual({ kept: 0 });
    // Without the cloud nothing is left to show.
    clouds = {};
    accounts.follow(signedIn(ada));
    expect(titles()).toEqual([]);
  });

  test('keeps a note that the cloud refuses', async () => {
    accounts.startSync();
    accounts.follow(signedIn(ada));
    const id = accounts.required().notes.add({ title: 'refused', text: '' });
    clouds['ada']?.poisoned.add(id);
    await settle();
    expect(accounts.required().engine.state).toMatchObject({ pending: 0, refused: 1 });
    expect(await signOut()).toEqual({ kept: 1 });
    accounts.follow(signedIn(ada));
    expect(titles()).toEqual(['refused']);
  });

  test('keeps words that were typed and not yet kept as a note', async () => {
    accounts.startSync();
    accounts.follow(signedIn(ada));
    await settle();
    const draft = { place: 'new', content: { title: '', text: 'half a thou' } } as const;
    accounts.required().drafts.keep({ place: 'quick', content: { title: '', text: '' } });
    accounts.required().drafts.keep(draft);
    expect(await signOut()).toEqual({ kept: 1 });
    accounts.follow(signedIn(ada));
    expect(accounts.required().drafts.list()).toContainEqual(draft);
  });

  test('counts what is written until the account is closed', async () => {
    accounts.startSync();
    accounts.follow(signedIn(ada));
    await settle();
    const { ada: cloud } = clouds;
    if (cloud !== undefined) cloud.silent = true;
    const left = accounts.leave(async () => {
      accounts.required().notes.add({ title: 'in the last moment', text: '' });
      accounts.follow(SIGNED_OUT);
    });
    expect(await left).toEqual({ kept: 1 });
    accounts.follow(signedIn(ada));
    expect(titles()).toEqual(['in the last moment']);
  });

  test('that fails changes nothing', async () => {
    accounts.startSync();
    accounts.follow(signedIn(ada));
    const before = accounts.current();
    await expect(accounts.leave(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(accounts.current()).toBe(before);
    accounts.required().notes.add({ title: 'goes on', text: '' });
    await settle();
    expect(clouds['ada']?.documents.size).toBe(1);
  });

  test('keeps the notes of whoever signed in while it was under way', async () => {
    accounts.startSync();
    accounts.follow(signedIn(ada));
    accounts.required().notes.add({ title: 'here', text: '' });
    await settle();
    await accounts.leave(async () => {
      accounts.follow(SIGNED_OUT);
      accounts.follow(signedIn(ada));
    });
    expect(titles()).toEqual(['here']);
  });
});

test('[S8] signing in again to the same account goes on where it was', async () => {
  accounts.startSync();
  accounts.follow(signedIn(ada));
  await settle();
  const before = accounts.current();
  clouds['ada']?.faultNextCommit({ kind: 'fail', failure: { kind: 'session', message: 'expired' } });
  accounts.required().notes.add({ title: 'waits', text: '' });
  await settle();
  expect(before?.engine.state.phase).toBe('session-expired');
  accounts.follow(signedIn(ada, true));
  accounts.follow(signedIn(ada));
  await settle();
  expect(accounts.current()).toBe(before);
  expect(clouds['ada']?.documents.size).toBe(1);
});

test('notes that cannot be opened are a clear error, and signing out still works', async () => {
  accounts.follow(signedIn('broken' as Uid));
  expect(() => accounts.required()).toThrow(expect.objectContaining({ code: 'store-failed' }));
  expect(errors).toHaveLength(1);
  await signOut();
  expect(() => accounts.required()).toThrow(expect.objectContaining({ code: 'not-signed-in' }));
});
