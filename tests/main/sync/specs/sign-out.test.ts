/** Signing out, with the app's own accounts on real files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { NoteId, Uid } from '#shared/note.ts';
import type { SessionState } from '#shared/session.ts';
import { createAccounts } from '#main/accounts.ts';
import { accountDatabase, removeAccount } from '#main/store/account-files.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';
import { settle } from '#tests/support/settle.ts';
import { openTestAccount } from '../../support/open-test-account.ts';

const uid = 'ada' as Uid;
const user = { uid, email: 'ada@example.org', name: 'Ada', picture: null };
const SIGNED_IN: SessionState = { status: 'signed-in', user, expired: false, signingIn: false };
const SIGNED_OUT: SessionState = { status: 'signed-out', signingIn: false };

function signedIn() {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-sign-out-'));
  const cloud = createFakeCloud();
  const accounts = createAccounts({
    open: () =>
      openTestAccount({
        uid,
        database: accountDatabase(folder, uid),
        remote: cloud.connect(),
        clock: createManualClock(),
      }),
    remove: () => removeAccount(folder, uid),
    onSwitch: () => undefined,
    onError: (message) => {
      throw new Error(message);
    },
  });
  onTestFinished(() => {
    accounts.close();
    rmSync(folder, { recursive: true });
  });
  accounts.startSync();
  accounts.follow(SIGNED_IN);
  return {
    cloud,
    add: (title: string) => accounts.required().notes.add({ title, text: '' }),
    signOut: () => accounts.leave(async () => accounts.follow(SIGNED_OUT)),
    signIn: () => accounts.follow(SIGNED_IN),
    drafts: () => accounts.required().drafts,
    titles: () =>
      accounts
        .required()
        .page({ list: 'active', query: '', offset: 0, limit: 10 })
        .rows.map(({ title }) => title),
  };
}

test('[S11.1] what was not pushed stays until it is, at the next sign-in', async () => {
  const { cloud, add, signOut, signIn, titles } = signedIn();
  await settle();
  cloud.isDown = true;
  add('not pushed');
  await settle();
  await signOut();
  expect(cloud.documents.size).toBe(0);
  cloud.isDown = false;
  signIn();
  expect(titles()).toEqual(['not pushed']);
  await settle();
  expect(cloud.documents.size).toBe(1);
});

test('[S11.1] what the cloud refuses stays, too', async () => {
  const { cloud, add, signOut, signIn, titles } = signedIn();
  await settle();
  cloud.faultNextCommit({ kind: 'fail', failure: { kind: 'note', message: 'refused' } });
  add('refused');
  await settle();
  await signOut();
  signIn();
  expect(titles()).toEqual(['refused']);
});

test('[S11.2] with everything pushed the cache is removed', async () => {
  const { cloud, add, signOut, signIn, titles } = signedIn();
  add('pushed');
  await settle();
  expect(cloud.documents.size).toBe(1);
  await signOut();
  cloud.isDown = true;
  signIn();
  await settle();
  expect(titles()).toEqual([]);
});

test('[S11.3] words that are no note yet stay, and are open again at the next sign-in', async () => {
  const { signOut, signIn, drafts } = signedIn();
  await settle();
  drafts().keep({ place: 'new', content: { title: '', text: 'half a thou' } });
  expect(await signOut()).toEqual({ kept: 1 });
  signIn();
  expect(drafts().list()).toEqual([{ place: 'new', content: { title: '', text: 'half a thou' } }]);
  drafts().drop({ place: 'new' });
  expect(await signOut()).toEqual({ kept: 0 });
});

test('[S11.3] an edit stays where it differs from what it began with, and only there', async () => {
  const { signOut, signIn, drafts } = signedIn();
  await settle();
  const content = { title: 'Milk', text: '' };
  drafts().keep({ place: 'new', content: { title: '', text: '' } });
  drafts().keep({ place: 'edit', id: 'note' as NoteId, content, base: { title: 'Milk', text: '' } });
  expect(await signOut()).toEqual({ kept: 0 });
  signIn();
  expect(drafts().list()).toEqual([]);
  drafts().keep({ place: 'edit', id: 'note' as NoteId, content, base: { title: 'Mil', text: '' } });
  expect(await signOut()).toEqual({ kept: 1 });
});
