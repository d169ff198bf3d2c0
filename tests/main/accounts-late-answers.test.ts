/**
 * People who come and go while answers are on their way (S10, S11): the real store, the real engine, and a link whose
 * answers and news come late, even to those who have stopped listening.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { NoteId, Uid } from '#shared/note.ts';
import type { SessionState } from '#shared/session.ts';
import { createAccounts } from '#main/accounts.ts';
import { accountDatabase, removeAccount } from '#main/store/account-files.ts';
import type { RemoteStore } from '#main/sync/ports.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';
import { settle } from '#tests/support/settle.ts';
import { openTestAccount } from './support/open-test-account.ts';

const UIDS = ['ada', 'ben'] as const;
type Name = (typeof UIDS)[number];
const SIGNED_OUT: SessionState = { status: 'signed-out', signingIn: false };

function signedIn(name: Name): SessionState {
  const user = { uid: name as string as Uid, email: `${name}@example.org`, name, picture: null };
  return { status: 'signed-in', user, expired: false, signingIn: false };
}

/** Whether what the clouds say comes at once or waits, and whether they can be reached at all. */
function createGate() {
  let held: (() => void)[] | null = null;
  return {
    away: false,
    pass(deliver: () => void): void {
      if (held === null) deliver();
      else held.push(deliver);
    },
    hold(): void {
      held ??= [];
    },
    release(): void {
      const waiting = held ?? [];
      held = null;
      for (const deliver of waiting) deliver();
    },
  };
}
type Gate = ReturnType<typeof createGate>;

/** Everything takes effect at once and is heard of when the gate lets it; nobody can stop listening. */
function late(remote: RemoteStore, gate: Gate): RemoteStore {
  const heard = async <Value>(answer: Promise<Value>): Promise<Value> => {
    const value = await answer;
    await new Promise<void>((resolve) => gate.pass(resolve));
    return value;
  };
  return {
    ...remote,
    listen({ onSnapshot, onEnd }) {
      remote.listen({
        onSnapshot: (snapshot) => gate.pass(() => onSnapshot(snapshot)),
        onEnd: (failure) => gate.pass(() => onEnd(failure)),
      });
      return () => undefined;
    },
    commit: (writes) =>
      gate.away
        ? Promise.resolve({ ok: false, failure: { kind: 'wait', message: 'away' } })
        : heard(remote.commit(writes)),
    fetch: (ids) => heard(remote.fetch(ids)),
  };
}

function createWorld() {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-late-'));
  const clouds = { ada: createFakeCloud(), ben: createFakeCloud() };
  const gate = createGate();
  const errors: string[] = [];
  /** Titles that each of them has written, here or elsewhere. */
  const written: Record<Name, string[]> = { ada: [], ben: [] };
  let serial = 0;
  const accounts = createAccounts({
    open: (uid) =>
      openTestAccount({
        uid,
        database: accountDatabase(folder, uid),
        remote: late(clouds[uid as string as Name].connect(), gate),
        clock: createManualClock(),
      }),
    remove: (uid) => removeAccount(folder, uid),
    onSwitch: () => undefined,
    onError: (message) => errors.push(message),
  });
  accounts.startSync();

  const title = (name: Name): string => {
    serial += 1;
    written[name].push(`${name} ${serial}`);
    return `${name} ${serial}`;
  };

  return {
    accounts,
    clouds,
    gate,
    errors,
    written,
    leave: () => accounts.leave(async () => accounts.follow(SIGNED_OUT)),
    /** Whoever is signed in writes a note; nobody writes none. */
    write(): void {
      const name = UIDS.find((each) => each === accounts.current()?.uid);
      if (name !== undefined) accounts.required().notes.add({ title: title(name), text: '' });
    },
    writeElsewhere(name: Name): void {
      const made = title(name);
      clouds[name].put(made.replace(' ', '-') as NoteId, fields(made, ''));
    },
    titles(): string[] {
      const page = accounts.required().page({ list: 'active', query: '', offset: 0, limit: 100 });
      return page.rows.map((row) => row.title).toSorted();
    },
    /** Once everything has arrived, each of them has all of their own words, once, and none of the other's. */
    async expectOwnWordsOnly(): Promise<void> {
      gate.away = false;
      gate.release();
      for (const name of UIDS) {
        accounts.follow(SIGNED_OUT);
        accounts.follow(signedIn(name));
        await settle();
        expect(this.titles()).toEqual(written[name].toSorted());
        const stored = [...clouds[name].documents.values()].map((note) => note.fields.title ?? '');
        expect(stored.toSorted()).toEqual(written[name].toSorted());
        expect(accounts.required().engine.state).toMatchObject({ pending: 0, refused: 0 });
      }
      expect(errors).toEqual([]);
    },
    end(): void {
      accounts.close();
      rmSync(folder, { recursive: true });
    },
  };
}
type World = ReturnType<typeof createWorld>;

function start(): World {
  const made = createWorld();
  onTestFinished(() => made.end());
  return made;
}

test.each<[string, (world: World) => unknown]>([
  ['signed out', (world) => world.leave()],
  [
    'signed out and in as another',
    (world) => world.leave().then(() => world.accounts.follow(signedIn('ben'))),
  ],
  ['switched to another', ({ accounts }) => accounts.follow(signedIn('ben'))],
])('[S10] [S11] an answer that comes after its account was %s changes nothing', async (_how, go) => {
  const made = start();
  const { accounts, clouds, gate } = made;
  accounts.follow(signedIn('ada'));
  await settle();
  gate.hold();
  made.write();
  await settle();
  expect(clouds.ada.documents.size).toBe(1);
  expect(accounts.required().engine.state.pending).toBe(1);
  await go(made);
  gate.release();
  await settle();
  if (accounts.current() !== null) expect(made.titles()).toEqual([]);
  await made.expectOwnWordsOnly();
});

test('[S10] news that come after an account was left reach nobody', async () => {
  const made = start();
  made.accounts.follow(signedIn('ada'));
  await settle();
  made.gate.hold();
  made.writeElsewhere('ada');
  made.accounts.follow(signedIn('ben'));
  made.gate.release();
  await settle();
  expect(made.titles()).toEqual([]);
  await made.expectOwnWordsOnly();
});

const STEPS: Record<string, (world: World) => unknown> = {
  'Ada signs in': ({ accounts }) => accounts.follow(signedIn('ada')),
  'Ben signs in': ({ accounts }) => accounts.follow(signedIn('ben')),
  'somebody signs out': (world) => world.leave(),
  'the session is gone': ({ accounts }) => accounts.follow(SIGNED_OUT),
  'somebody writes': (world) => world.write(),
  'Ada writes elsewhere': (world) => world.writeElsewhere('ada'),
  'answers are held': ({ gate }) => gate.hold(),
  'answers come': ({ gate }) => gate.release(),
  'time passes': () => settle(),
  'the network goes': ({ gate }) => (gate.away = true),
  'the network is back': ({ gate }) => (gate.away = false),
  'Ben’s next answer is lost': ({ clouds }) => clouds.ben.faultNextCommit({ kind: 'lose-answer' }),
};

test('[S10] [S11] in whatever order people come and go, each has their own words, once, and no others', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(STEPS)), { maxLength: 30, size: 'max' }),
      async (steps) => {
        const made = createWorld();
        try {
          for (const step of steps) await STEPS[step]?.(made);
          await made.expectOwnWordsOnly();
        } finally {
          made.end();
        }
      },
    ),
    { numRuns: 40 },
  );
});
