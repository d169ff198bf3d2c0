import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TokenService } from '#shared/cloud-service.ts';
import { AppError } from '#shared/error.ts';
import type { NoteId, Uid } from '#shared/note.ts';
import { createFirestoreRemote } from '#cloud/firestore-remote.ts';
import { EARLIEST_CREATED, LATEST_CREATED, type RemoteStore } from '#shared/remote-store.ts';
import { signIn } from '#tests/cloud/client.ts';
import { type Cloud, startCloud } from '#tests/cloud/cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { describeRemoteStore } from './remote-store-contract.ts';

let cloud: Cloud;
let remote: RemoteStore;
let uid: Uid;
let tokens: TokenService & { rejected: string[] };

beforeAll(async () => {
  cloud = await startCloud();
  const session = await signIn(cloud, { sub: 'ada', email: 'ada@example.com', name: 'Ada' });
  uid = session.uid as Uid;
  tokens = {
    rejected: [],
    idToken: async () => session.idToken,
    rejectToken: (token) => void tokens.rejected.push(token),
  };
  remote = open(tokens);
});

afterAll(async () => {
  remote.dispose();
  await cloud.close();
});

function open(source: TokenService, callTimeout = 20_000): RemoteStore {
  const { projectId } = cloud.config.firebase;
  const config = { projectId, host: cloud.firestoreHost, caFile: cloud.caFile };
  return createFirestoreRemote({ config, uid, tokens: source, callTimeout });
}

describeRemoteStore('Firestore through the SDK', () => ({
  remote,
  put: (id, content) => {
    const { createdAt } = cloud.controls.doc(id)?.fields ?? {};
    cloud.controls.putDoc(id, { ...content, uid, createdAt });
  },
  remove: (id) => void cloud.controls.deleteDoc(id),
  freeze: () => cloud.controls.addFault({ rpc: 'Listen', kind: 'freeze' }),
}));

describe('[S8] failures', () => {
  const id = 'abcdefghij0123456789' as NoteId;
  const write = { kind: 'create', id, fields: fields('a', 'b'), extra: {} } as const;

  test('a token that is not taken is rejected, asked for anew once, and then the session’s', async () => {
    const bad: TokenService & { asked: number } = {
      asked: 0,
      idToken: async () => `not a token ${(bad.asked += 1)}`,
      rejectToken: () => undefined,
    };
    const other = open(bad);
    expect(await other.commit([write])).toMatchObject({ ok: false, failure: { kind: 'session' } });
    other.dispose();
  });

  test.each([
    ['session-expired', 'session'],
    ['network', 'wait'],
  ] as const)('a token source that says %s: %s', async (code, kind) => {
    const failing: TokenService = {
      idToken: () => Promise.reject(new AppError(code, 'no token')),
      rejectToken: () => undefined,
    };
    const other = open(failing);
    expect(await other.commit([write])).toMatchObject({ ok: false, failure: { kind } });
    const ended = await new Promise((resolve) => {
      other.listen({ onSnapshot: () => undefined, onEnd: resolve });
    });
    expect(ended).toMatchObject({ kind });
    other.dispose();
  });

  test('a check that stays without an answer has the token replaced, which the SDK may hide', async () => {
    const good = tokens;
    let revoked = true;
    const other = open({
      idToken: async () => (revoked ? 'revoked, and nobody here knows' : good.idToken()),
      rejectToken: () => void (revoked = false),
    });
    expect(await other.check()).toMatchObject({ ok: false, failure: { kind: 'wait' } });
    expect(await other.check()).toEqual({ ok: true, value: null });
    other.dispose();
  });

  test('a client that is done with while the SDK puts off a call leaves no rejection behind', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const other = open(tokens);
    await other.fetch([id]);
    const answer = other.fetch([id]);
    await new Promise((resolve) => setImmediate(resolve));
    other.dispose();
    await answer;
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  test('what the rules refuse is the note’s', async () => {
    const tooLong = { ...write, fields: fields('x'.repeat(1_100_000), '') };
    expect(await remote.commit([tooLong])).toMatchObject({ ok: false, failure: { kind: 'note' } });
  });

  test('no answer within the bound: wait', async () => {
    await cloud.controls.addFault({ rpc: 'Commit', kind: 'hang', times: 1 });
    const impatient = open(tokens, 300);
    expect(await impatient.commit([write])).toMatchObject({ ok: false, failure: { kind: 'wait' } });
    await cloud.controls.clearFaults();
    impatient.dispose();
  });
});

test('documents of any shape become notes or are passed over', async () => {
  const put = (id: string, content: Record<string, unknown>) =>
    cloud.controls.putDoc(id, { uid, createdAt: '2026-01-02T03:04:05.678Z', ...content });
  put('odd-types', { title: 7, text: null, isArchived: 'yes', isDeleted: 1 });
  put('no-fields', {});
  put('odd-date', { title: 'a', createdAt: { year: 2026 } });
  const answer = await remote.fetch(['odd-types', 'no-fields', 'odd-date', 'nowhere'] as NoteId[]);
  if (!answer.ok) throw new Error(answer.failure.message);
  const byId = new Map(
    answer.value.changes.map((change) =>
      change.kind === 'present' ? [change.note.id as string, change.note] : [change.id as string, null],
    ),
  );
  const nothing = { title: null, text: null, isArchived: false, isDeleted: false };
  expect(byId.get('odd-types')?.fields).toEqual(nothing);
  expect(byId.get('no-fields')).toMatchObject({
    fields: nothing,
    created: Date.UTC(2026, 0, 2, 3, 4, 5, 678) * 1000,
  });
  expect(byId.get('odd-date')?.fields.title).toBe('a');
  expect(byId.get('nowhere')).toBeNull();
});

test('a date that no number holds exactly is the nearest that one does', async () => {
  const put = (id: string, createdAt: string) => cloud.controls.putDoc(id, { uid, title: 'a', createdAt });
  put('last-of-all', '9999-12-31T23:59:59.999Z');
  put('first-of-all', '0001-01-01T00:00:00Z');
  put('second-before-1970', '1969-12-31T23:59:59.5Z');
  const answer = await remote.fetch(['last-of-all', 'first-of-all', 'second-before-1970'] as NoteId[]);
  if (!answer.ok) throw new Error(answer.failure.message);
  const created = Object.fromEntries(
    answer.value.changes.map((change) =>
      change.kind === 'present' ? [change.note.id, change.note.created] : [change.id, null],
    ),
  );
  expect(created).toEqual({
    'last-of-all': LATEST_CREATED,
    'first-of-all': EARLIEST_CREATED,
    'second-before-1970': -500_000,
  });
  // The next one of that date is told from it.
  expect(LATEST_CREATED + 1).not.toBe(LATEST_CREATED);
  expect(Number.isSafeInteger(LATEST_CREATED + 1e12) && Number.isSafeInteger(EARLIEST_CREATED - 1e12)).toBe(
    true,
  );
});
