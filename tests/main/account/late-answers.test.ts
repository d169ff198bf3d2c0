/**
 * Users sign in and out while answers are under way (S10, S11): the real store, the real engine, and a
 * connection whose answers and snapshots arrive late, even after unsubscribing.
 */
import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import type { RemoteStore } from '#shared/note/remote-store.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { settle } from '#tests/support/settle.ts';
import { createTestHost, SIGNED_OUT, signedIn } from '#tests/support/test-host.ts';

const UIDS = ['ada', 'ben'] as const;
type Name = (typeof UIDS)[number];

/** Decides whether the clouds can be reached, and whether their answers arrive at once or wait. */
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

/**
 * Calls take effect in the cloud at once, but their answers wait for the gate. Unsubscribing has no effect.
 */
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
        ? Promise.resolve({ ok: false, failure: { kind: 'wait', reason: 'cloud-client-failed' } })
        : heard(remote.commit(writes)),
    fetch: (ids) => heard(remote.fetch(ids)),
  };
}

function createWorld() {
  const clouds = { ada: createFakeCloud(), ben: createFakeCloud() };
  const gate = createGate();
  /** Titles that each user has written, here or on another device. */
  const written: Record<Name, string[]> = { ada: [], ben: [] };
  let serial = 0;
  const app = createTestHost({ connect: (uid) => late(clouds[uid as string as Name].connect(), gate) });
  const { host } = app;
  host.startSync();

  const title = (name: Name): string => {
    serial += 1;
    written[name].push(`${name} ${serial}`);
    return `${name} ${serial}`;
  };

  return {
    host,
    clouds,
    gate,
    written,
    end: app.end,
    follow: (name: Name): void => host.applySession(signedIn(name)),
    leave: () => host.signOut(async () => host.applySession(SIGNED_OUT)),
    /** Adds a note as the signed-in user; does nothing while signed out. */
    async write(): Promise<void> {
      const name = UIDS.find((each) => each === host.current?.uid);
      if (name !== undefined) await app.add(name, { title: title(name), text: '' });
    },
    writeElsewhere(name: Name): void {
      const made = title(name);
      clouds[name].put(made.replace(' ', '-') as NoteId, fields(made, ''));
    },
    titles: async () => (await app.titles()).toSorted(),
    /**
     * Delivers all answers; then each user must have each of their own notes once, and none of the other's.
     */
    async expectOwnWordsOnly(): Promise<void> {
      gate.away = false;
      gate.release();
      for (const name of UIDS) {
        host.applySession(SIGNED_OUT);
        host.applySession(signedIn(name));
        await app.titles();
        await settle();
        expect(await this.titles()).toEqual(written[name].toSorted());
        const stored = [...clouds[name].documents.values()].map((note) => note.fields.title ?? '');
        expect(stored.toSorted()).toEqual(written[name].toSorted());
        expect(host.current?.sync).toMatchObject({ pending: 0, refused: 0 });
      }
      expect(app.started()).toBeGreaterThan(0);
    },
  };
}
type World = ReturnType<typeof createWorld>;

test.each<[string, (world: World) => unknown]>([
  ['signed out', (world) => world.leave()],
  ['signed out and in as another', (world) => world.leave().then(() => world.follow('ben'))],
  ['switched to another', (world) => world.follow('ben')],
])('[S10] [S11] an answer that comes after its account was %s changes nothing', async (_how, go) => {
  const made = createWorld();
  const { host, clouds, gate } = made;
  made.follow('ada');
  await made.titles();
  await settle();
  gate.hold();
  await made.write();
  await settle();
  expect(clouds.ada.documents.size).toBe(1);
  expect(host.current?.sync.pending).toBe(1);
  await go(made);
  gate.release();
  await settle();
  if (host.current !== null) expect(await made.titles()).toEqual([]);
  await made.expectOwnWordsOnly();
});

test('[S10] [C43] a remote change that arrives after its account was signed out does not reach the next account', async () => {
  const made = createWorld();
  made.follow('ada');
  await made.titles();
  await settle();
  made.gate.hold();
  made.writeElsewhere('ada');
  made.follow('ben');
  made.gate.release();
  expect(await made.titles()).toEqual([]);
  await settle();
  expect(await made.titles()).toEqual([]);
  await made.expectOwnWordsOnly();
});

const STEPS: Record<string, (world: World) => unknown> = {
  'Ada signs in': (world) => world.follow('ada'),
  'Ben signs in': (world) => world.follow('ben'),
  'the user signs out': (world) => world.leave(),
  'the session is gone': ({ host }) => host.applySession(SIGNED_OUT),
  'somebody writes': (world) => world.write(),
  'Ada writes elsewhere': (world) => world.writeElsewhere('ada'),
  'answers are held': ({ gate }) => gate.hold(),
  'answers come': ({ gate }) => gate.release(),
  'time passes': () => settle(),
  'the network goes': ({ gate }) => (gate.away = true),
  'the network is back': ({ gate }) => (gate.away = false),
  'Ben’s next answer is lost': ({ clouds }) => clouds.ben.faultNextCommit({ kind: 'lose-answer' }),
};

test('[S10] [S11] [C43] in any order of sign-ins, sign-outs and answers, each account has only its own notes, once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(STEPS)), { maxLength: 30, size: 'max' }),
      async (steps) => {
        const made = createWorld();
        try {
          for (const step of steps) await STEPS[step]?.(made);
          await made.expectOwnWordsOnly();
        } finally {
          await made.end();
        }
      },
    ),
    { numRuns: 40 },
  );
});
