import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '#shared/error.ts';
import type { NoteId, Uid } from '#shared/note.ts';
import type { Tokens } from '#main/cloud/firestore-remote.ts';
import { createWorkerRemote } from '#main/cloud/worker-remote.ts';
import type { RemoteFailure, RemoteSnapshot, RemoteStore } from '#main/sync/ports.ts';
import { signIn } from '#tests/cloud/client.ts';
import { type Cloud, startCloud } from '#tests/cloud/cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { manyRealisticNotes } from '#tests/support/realistic-notes.ts';
import { describeRemoteStore } from './remote-store-contract.ts';

const ENTRY = path.resolve(import.meta.dirname, '../../../src/main/cloud/remote-worker.ts');

let cloud: Cloud;
let remote: RemoteStore;
let uid: Uid;
let tokens: Tokens;

beforeAll(async () => {
  cloud = await startCloud();
  const session = await signIn(cloud, { sub: 'ada', email: 'ada@example.com', name: 'Ada' });
  uid = session.uid as Uid;
  tokens = { idToken: async () => session.idToken, rejectToken: () => undefined };
  remote = open(tokens);
});

afterAll(async () => {
  remote.dispose();
  await cloud.close();
});

function open(source: Tokens, entry = ENTRY, as = uid): RemoteStore {
  const { projectId } = cloud.config.firebase;
  const config = { projectId, host: cloud.firestoreHost, caFile: cloud.caFile };
  return createWorkerRemote({ config, uid: as, tokens: source, entry });
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
      onEnd: ({ message }) => reject(new Error(message)),
    });
  });
}

describeRemoteStore('Firestore in a thread', () => ({
  remote,
  put: (id, content) => {
    const { createdAt } = cloud.controls.doc(id)?.fields ?? {};
    cloud.controls.putDoc(id, { ...content, uid, createdAt });
  },
  remove: (id) => void cloud.controls.deleteDoc(id),
  freeze: () => cloud.controls.addFault({ rpc: 'Listen', kind: 'freeze' }),
}));

const id = 'abcdefghij0123456789' as NoteId;
const write = { kind: 'create', id, fields: fields('a', 'b'), extra: {} } as const;

test('a snapshot of many notes arrives whole', async () => {
  const grace = await signIn(cloud, { sub: 'grace', email: 'grace@example.com', name: 'Grace' });
  const notes = manyRealisticNotes(1_001);
  cloud.controls.putDocs(
    notes.map(({ id: note, createdAt, ...content }) => [
      note,
      { ...content, uid: grace.uid, createdAt: new Date(createdAt).toISOString() },
    ]),
  );
  const hers = open({ ...tokens, idToken: async () => grace.idToken }, ENTRY, grace.uid as Uid);
  const { complete, changes } = await firstSnapshot(hers);
  hers.dispose();
  expect(complete).toBe(true);
  const texts = changes.map((change) => (change.kind === 'present' ? change.note.fields.text : null));
  // The newest, and then all others from the oldest on.
  const expected = [...notes.slice(-200), ...notes.slice(0, -200)];
  expect(texts).toEqual(expected.map(({ text }) => text));
});

describe('[S8] failures', () => {
  test.each([
    ['session-expired', 'session'],
    ['network', 'wait'],
  ] as const)('a token source that says %s: %s', async (code, kind) => {
    const failing = open({ ...tokens, idToken: () => Promise.reject(new AppError(code, 'no token')) });
    const failure = { kind, message: 'no token' };
    expect(await failing.commit([write])).toEqual({ ok: false, failure });
    expect(await failing.fetch([id])).toEqual({ ok: false, failure });
    expect(await ending(failing)).toEqual(failure);
    failing.dispose();
  });

  test('a token that is not taken is rejected and asked for anew', async () => {
    const rejected: string[] = [];
    let asked = 0;
    const other = open({
      idToken: async () => `not a token ${(asked += 1)}`,
      rejectToken: (token) => void rejected.push(token),
    });
    expect(await other.commit([write])).toMatchObject({ ok: false, failure: { kind: 'session' } });
    expect(rejected).not.toEqual([]);
    expect(asked).toBeGreaterThan(1);
    other.dispose();
  });

  test('a thread that cannot start: wait, and the next call tries again', async () => {
    const broken = open(tokens, `${ENTRY}.missing`);
    const failure = { kind: 'wait', message: expect.stringContaining('missing') as string };
    expect(await ending(broken)).toEqual(failure);
    expect(await broken.commit([write])).toEqual({ ok: false, failure });
    expect(await broken.fetch([id])).toEqual({ ok: false, failure });
    broken.dispose();
  });
});

describe('[S10] after the end', () => {
  test('nothing is told, no token is given, and nothing is started', async () => {
    let given = 0;
    const held = Promise.withResolvers<string>();
    const asked = Promise.withResolvers<void>();
    const ended = open({
      idToken: () => {
        given += 1;
        asked.resolve();
        return held.promise;
      },
      rejectToken: () => undefined,
    });
    const answer = ended.commit([write]);
    await asked.promise;
    ended.dispose();
    held.resolve(await tokens.idToken());
    // Whoever waits is not left waiting.
    expect(await answer).toMatchObject({ ok: false, failure: { kind: 'wait' } });
    expect(cloud.controls.doc(id)).toBeNull();
    expect(await ended.commit([write])).toMatchObject({ ok: false, failure: { kind: 'session' } });
    expect(await ended.fetch([id])).toMatchObject({ ok: false, failure: { kind: 'session' } });
    expect(await ending(ended)).toMatchObject({ kind: 'session' });
    expect(given).toBe(1);
  });
});
