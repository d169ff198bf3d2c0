/** All parts together: the account's side, the port, the thread, Firestore's real SDK and the local cloud. */
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRemote } from '#account/remote.ts';
import type { TokenService } from '#shared/ipc/cloud-service.ts';
import { AppError } from '#shared/base/error.ts';
import type { NoteId, Uid } from '#shared/note/note.ts';
import type { RemoteFailure, RemoteSnapshot, RemoteStore } from '#shared/note/remote-store.ts';
import { sentenceOf } from '#shared/base/reasons.ts';
import { signIn } from '@inkling/local-cloud/client.ts';
import { otherClient, startCloudThread } from '#tests/support/cloud-thread.ts';
import { type Cloud, startCloud } from '@inkling/local-cloud/cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { manyRealisticNotes } from '#tests/support/realistic-notes.ts';
import { describeRemoteStore } from './remote-store-contract.ts';

const ENTRY = path.resolve(import.meta.dirname, '../../src/cloud/worker.ts');

let cloud: Cloud;
let remote: RemoteStore;
let uid: Uid;
let tokens: TokenService;

beforeAll(async () => {
  cloud = await startCloud();
  const session = await signIn(cloud, { sub: 'ada', email: 'ada@example.com', name: 'Ada' });
  uid = session.uid as Uid;
  tokens = { idToken: async () => session.idToken, rejectToken: () => undefined };
  remote = open(tokens).remote;
});

afterAll(async () => {
  remote.dispose();
  await cloud.close();
});

function open(source: TokenService, entry = ENTRY, as = uid) {
  const account = createRemote();
  const worker = startCloudThread({ cloud, account, tokens: source, uid: as, entry });
  const exited = new Promise<number>((resolve) => {
    worker.on('exit', resolve);
  });
  return { remote: account, worker, exited };
}

function ending(of: RemoteStore): Promise<RemoteFailure> {
  return new Promise((resolve) => {
    of.listen({ onSnapshot: () => undefined, onEnd: resolve });
  });
}

function firstSnapshot(of: RemoteStore): Promise<RemoteSnapshot> {
  return new Promise((resolve, reject) => {
    const stop = of.listen({
      onSnapshot: (snapshot) => {
        stop();
        resolve(snapshot);
      },
      onEnd: ({ reason }) => reject(new Error(sentenceOf(reason))),
    });
  });
}

describeRemoteStore('Firestore in a thread', () => ({ remote, ...otherClient(cloud, uid) }));

const id = 'abcdefghij0123456789' as NoteId;
const write = { kind: 'create', id, fields: fields('a', 'b'), extra: {} } as const;

test('a snapshot of many notes arrives complete', async () => {
  const grace = await signIn(cloud, { sub: 'grace', email: 'grace@example.com', name: 'Grace' });
  const notes = manyRealisticNotes(1_001);
  cloud.controls.putDocs(
    notes.map(({ id: note, createdAt, ...content }) => [
      note,
      { ...content, uid: grace.uid, createdAt: new Date(createdAt).toISOString() },
    ]),
  );
  const hers = open({ ...tokens, idToken: async () => grace.idToken }, ENTRY, grace.uid as Uid);
  const { complete, changes } = await firstSnapshot(hers.remote);
  hers.remote.dispose();
  expect(complete).toBe(true);
  const texts = changes.map((change) => (change.kind === 'present' ? change.note.fields.text : null));
  // The newest 200 come first, then all others from the oldest on.
  const expected = [...notes.slice(-200), ...notes.slice(0, -200)];
  expect(texts).toEqual(expected.map(({ text }) => text));
});

describe('[S8] failures', () => {
  test.each([
    ['session-expired', 'session'],
    ['internal', 'wait'],
  ] as const)(
    'a token source that fails with "%s" is a failure of the kind "%s" for every call',
    async (code, kind) => {
      const source = { ...tokens, idToken: () => Promise.reject(new AppError(code, 'session-expired')) };
      const failing = open(source).remote;
      const failure = { kind, reason: 'session-expired' };
      expect(await failing.commit([write])).toEqual({ ok: false, failure });
      expect(await failing.fetch([id])).toEqual({ ok: false, failure });
      expect(await ending(failing)).toEqual(failure);
      failing.dispose();
    },
  );

  test('a refused token is replaced', async () => {
    const rejected: string[] = [];
    let tokenRequests = 0;
    const secondRemote = open({
      idToken: async () => `not a token ${(tokenRequests += 1)}`,
      rejectToken: (token) => void rejected.push(token),
    }).remote;
    expect(await secondRemote.commit([write])).toMatchObject({ ok: false, failure: { kind: 'session' } });
    expect(rejected).not.toEqual([]);
    expect(tokenRequests).toBeGreaterThan(1);
    secondRemote.dispose();
  });

  test('a token is not asked for again within five seconds, unless it was rejected', async () => {
    let tokenRequests = 0;
    const from = performance.now();
    const counted = open({
      ...tokens,
      idToken: () => {
        tokenRequests += 1;
        return tokens.idToken();
      },
    }).remote;
    await counted.fetch([id]);
    await counted.fetch([id]);
    expect(tokenRequests).toBeGreaterThan(0);
    expect(tokenRequests).toBeLessThanOrEqual(1 + (performance.now() - from) / 5_000);
    counted.dispose();
  });

  test('a thread that cannot start is a temporary failure, and another may start', async () => {
    const broken = open(tokens, `${ENTRY}.missing`);
    expect(await ending(broken.remote)).toMatchObject({ kind: 'wait' });
    expect(await broken.remote.commit([write])).toMatchObject({ ok: false, failure: { kind: 'wait' } });
    startCloudThread({ cloud, account: broken.remote, tokens, uid, entry: ENTRY });
    // A check gives up after seconds, in which a busy machine may not have started the thread.
    await expect.poll(() => broken.remote.check()).toEqual({ ok: true, value: null });
    broken.remote.dispose();
  });

  test('a thread that ends is a temporary failure, for its live query and its calls', async () => {
    const secondThread = open(tokens);
    await firstSnapshot(secondThread.remote);
    const ended = ending(secondThread.remote);
    await cloud.controls.addFault({ rpc: 'Commit', kind: 'hang', times: 1 });
    const answer = secondThread.remote.commit([write]);
    await expect.poll(() => cloud.controls.requests().some(({ rpc }) => rpc === 'Commit')).toBe(true);
    await secondThread.worker.terminate();
    await cloud.controls.clearFaults();
    expect(await answer).toMatchObject({ ok: false, failure: { kind: 'wait' } });
    expect(await ended).toMatchObject({ kind: 'wait' });
    secondThread.remote.dispose();
  });
});

describe('[S10] after the end', () => {
  test('after its end a remote store writes nothing and uses no token, and its thread ends by itself', async () => {
    let given = 0;
    const held = Promise.withResolvers<string>();
    const tokenRequested = Promise.withResolvers<void>();
    const ended = open({
      idToken: () => {
        given += 1;
        tokenRequested.resolve();
        return held.promise;
      },
      rejectToken: () => undefined,
    });
    const answer = ended.remote.commit([write]);
    await tokenRequested.promise;
    ended.remote.dispose();
    held.resolve(await tokens.idToken());
    // An open call ends with a failure.
    expect(await answer).toMatchObject({ ok: false });
    expect(await ended.exited).toBe(0);
    expect(cloud.controls.doc(id)).toBeNull();
    expect(await ended.remote.commit([write])).toMatchObject({ ok: false, failure: { kind: 'session' } });
    expect(given).toBe(1);
  });
});
