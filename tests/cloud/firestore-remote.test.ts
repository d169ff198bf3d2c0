import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { TokenService } from '#shared/ipc/cloud-service.ts';
import { AppError } from '#shared/base/error.ts';
import { NO_FIELDS } from '#shared/note/note-fields.ts';
import type { NoteId, Uid } from '#shared/note/note.ts';
import { RECONNECT_MS } from '#cloud/firestore-client.ts';
import { createFirestoreRemote } from '#cloud/firestore-remote.ts';
import { type RemoteFailure, type RemoteSnapshot, type RemoteStore } from '#shared/note/remote-store.ts';
import { sentenceOf } from '#shared/base/reasons.ts';
import { signIn } from '@inkling/local-cloud/client.ts';
import { type Cloud, startCloud } from '@inkling/local-cloud/cloud.ts';
import { TEST_LIMIT_MS } from '#tests/support/limits.ts';
import { DIRECT } from '#tests/support/direct-network.ts';
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

/** @param callTimeout by default longer than a test may take, so that it ends no call within a test */
function open(source: TokenService, callTimeout = 2 * TEST_LIMIT_MS): RemoteStore {
  const { projectId } = cloud.config.firebase;
  const config = { projectId, host: cloud.firestoreHost, caFile: cloud.caFile };
  return createFirestoreRemote({ config, uid, tokens: source, network: DIRECT, callTimeout });
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

test('notes are pushed even if a variable makes the client prefer another protocol', async () => {
  process.env['FIRESTORE_PREFER_REST'] = 'true';
  onTestFinished(() => void delete process.env['FIRESTORE_PREFER_REST']);
  const secondRemote = open(tokens);
  onTestFinished(() => secondRemote.dispose());
  const id = 'abcdefghij9876543210' as NoteId;
  const answer = await secondRemote.commit([{ kind: 'create', id, fields: fields('a', 'b'), extra: {} }]);
  expect(answer).toMatchObject({ ok: true });
});

test('each kind of call carries the user’s own token, and the SDK looks for no other credentials', async () => {
  // With these credentials of the machine, no call would reach Google's cloud.
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-credentials-'));
  const file = path.join(folder, 'credentials.json');
  const secrets = { client_id: 'a', client_secret: 'b', refresh_token: 'c' };
  writeFileSync(
    file,
    JSON.stringify({ type: 'authorized_user', ...secrets, universe_domain: 'example.org' }),
  );
  process.env['GOOGLE_APPLICATION_CREDENTIALS'] = file;
  onTestFinished(() => {
    delete process.env['GOOGLE_APPLICATION_CREDENTIALS'];
    rmSync(folder, { recursive: true });
  });
  const secondRemote = open(tokens);
  onTestFinished(() => secondRemote.dispose());
  cloud.controls.clearRequests();
  const id = 'abcdefghij9876543211' as NoteId;
  await new Promise<void>((resolve, reject) => {
    const stop = secondRemote.listen({
      onSnapshot: () => resolve(),
      onEnd: ({ reason }) => reject(new Error(sentenceOf(reason))),
    });
    onTestFinished(stop);
  });
  await secondRemote.commit([{ kind: 'create', id, fields: fields('a', 'b'), extra: {} }]);
  await secondRemote.fetch([id]);
  const uids = new Map(cloud.controls.requests().map((request) => [request.rpc, request.uid]));
  for (const rpc of ['Listen', 'Commit', 'BatchGetDocuments']) expect(uids.get(rpc), rpc).toBe(uid);
});

describe('[S8] failures', () => {
  const id = 'abcdefghij0123456789' as NoteId;
  const write = { kind: 'create', id, fields: fields('a', 'b'), extra: {} } as const;

  test('a refused token is replaced once; a second refusal is a failure of the session', async () => {
    const bad: TokenService & { requests: number } = {
      requests: 0,
      idToken: async () => `not a token ${(bad.requests += 1)}`,
      rejectToken: () => undefined,
    };
    const secondRemote = open(bad);
    expect(await secondRemote.commit([write])).toMatchObject({ ok: false, failure: { kind: 'session' } });
    secondRemote.dispose();
  });

  test.each([
    ['session-expired', 'session'],
    ['internal', 'wait'],
  ] as const)('a token source that fails with "%s" is a failure of the kind "%s"', async (code, kind) => {
    const failing: TokenService = {
      idToken: () => Promise.reject(new AppError(code, 'session-expired')),
      rejectToken: () => undefined,
    };
    const secondRemote = open(failing);
    expect(await secondRemote.commit([write])).toMatchObject({ ok: false, failure: { kind } });
    const ended = await new Promise((resolve) => {
      secondRemote.listen({ onSnapshot: () => undefined, onEnd: resolve });
    });
    expect(ended).toMatchObject({ kind });
    secondRemote.dispose();
  });

  test('a check without an answer replaces the token, because the SDK may hide that it was refused', async () => {
    const good = tokens;
    let revoked = true;
    const secondRemote = open({
      idToken: async () => (revoked ? 'revoked unnoticed' : good.idToken()),
      rejectToken: () => void (revoked = false),
    });
    expect(await secondRemote.check()).toMatchObject({ ok: false, failure: { kind: 'wait' } });
    expect(await secondRemote.check()).toEqual({ ok: true, value: null });
    secondRemote.dispose();
  });

  test('closing a client while the SDK delays a call leaves no unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const secondRemote = open(tokens);
    await secondRemote.fetch([id]);
    const answer = secondRemote.fetch([id]);
    await new Promise((resolve) => setImmediate(resolve));
    secondRemote.dispose();
    await answer;
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  test('a write that the rules refuse is a failure of its note', async () => {
    const tooLong = { ...write, fields: fields('x'.repeat(1_100_000), '') };
    expect(await remote.commit([tooLong])).toMatchObject({ ok: false, failure: { kind: 'note' } });
  });

  test('a call without an answer in time is a failure that may pass', async () => {
    await cloud.controls.addFault({ rpc: 'Commit', kind: 'hang', times: 1 });
    const impatient = open(tokens, 300);
    expect(await impatient.commit([write])).toMatchObject({ ok: false, failure: { kind: 'wait' } });
    await cloud.controls.clearFaults();
    impatient.dispose();
  });
});

describe('[S8.10] refusals of the account', () => {
  const id = 'abcdefghij0123456781' as NoteId;
  const write = { kind: 'create', id, fields: fields('a', 'b'), extra: {} } as const;
  const count = (rpc: string): number =>
    cloud.controls.requests().filter((request) => request.rpc === rpc).length;

  afterEach(() => cloud.controls.clearFaults());

  test('a spent quota is answered at once, and the SDK repeats no commit', async () => {
    const secondRemote = open(tokens);
    onTestFinished(() => secondRemote.dispose());
    await cloud.controls.addFault({ rpc: 'Commit', kind: 'status', code: 'RESOURCE_EXHAUSTED' });
    await cloud.controls.addFault({ rpc: 'BatchGetDocuments', kind: 'status', code: 'RESOURCE_EXHAUSTED' });
    const before = count('Commit');
    const refused = { ok: false, failure: { kind: 'refused', refusal: { cause: 'quota-spent', status: 8 } } };
    expect(await secondRemote.commit([write])).toMatchObject(refused);
    expect(await secondRemote.fetch([id])).toMatchObject(refused);
    expect(count('Commit') - before).toBe(1);
  });

  test.each([
    ['FAILED_PRECONDITION', 'The query requires an index.', 'index-missing'],
    ['RESOURCE_EXHAUSTED', 'Quota exceeded.', 'quota-spent'],
    [
      'PERMISSION_DENIED',
      'Cloud Firestore API has not been used in project p before or it is disabled.',
      'api-off',
    ],
    ['PERMISSION_DENIED', 'Missing or insufficient permissions.', 'access-denied'],
  ])('a live query that is answered with %s “%s” ends at once: %s', async (code, message, cause) => {
    const secondRemote = open(tokens);
    onTestFinished(() => secondRemote.dispose());
    await cloud.controls.addFault({ rpc: 'Listen', kind: 'status', code, message });
    const before = count('Listen');
    const interruptions: boolean[] = [];
    const end = await new Promise((resolve) => {
      secondRemote.listen({
        onSnapshot: () => undefined,
        onInterruption: (isInterrupted) => interruptions.push(isInterrupted),
        onEnd: resolve,
      });
    });
    expect(end).toMatchObject({ kind: 'refused', refusal: { cause } });
    expect(count('Listen') - before).toBe(1);
    expect(interruptions).not.toContain(true);
  });

  test('while a sign-in is not accepted, no interruption is reported', async () => {
    const secondRemote = open({ idToken: async () => 'not a token', rejectToken: () => undefined });
    onTestFinished(() => secondRemote.dispose());
    const interruptions: boolean[] = [];
    const end = await new Promise((resolve) => {
      secondRemote.listen({
        onSnapshot: () => undefined,
        onInterruption: (isInterrupted) => interruptions.push(isInterrupted),
        onEnd: resolve,
      });
    });
    expect(end).toMatchObject({ kind: 'session' });
    expect(interruptions).not.toContain(true);
  });
});

describe('[S9] states that the SDK hides', () => {
  const id = 'abcdefghij0123456780' as NoteId;
  const write = { kind: 'create', id, fields: fields('a', 'b'), extra: {} } as const;
  /** By itself the SDK reports an outage after about 95 s, and waits up to 60 s before its next attempt. */
  const SOONER_THAN_THE_SDK = { timeout: 30_000, interval: 20 };

  /** Follows the notes and waits for the first snapshot. */
  async function follow(store: RemoteStore) {
    const seen = {
      snapshots: [] as RemoteSnapshot[],
      interruptions: [] as boolean[],
      end: null as RemoteFailure | null,
      stop: () => undefined as void,
    };
    seen.stop = store.listen({
      onSnapshot: (snapshot) => seen.snapshots.push(snapshot),
      onInterruption(isInterrupted) {
        // A state may be reported more than once.
        if (seen.interruptions.at(-1) !== isInterrupted) seen.interruptions.push(isInterrupted);
      },
      onEnd: (failure) => (seen.end = failure),
    });
    await expect.poll(() => seen.snapshots.length).toBeGreaterThan(0);
    seen.interruptions.splice(0);
    return seen;
  }

  afterEach(() => cloud.controls.clearFaults());

  test('[S9.7] an outage is reported, and after its end the live query reports the changes and nothing else', async () => {
    const secondRemote = open(tokens);
    const { snapshots, interruptions, stop } = await follow(secondRemote);
    await cloud.controls.addFault({ rpc: '*', kind: 'down' });
    await expect.poll(() => interruptions, SOONER_THAN_THE_SDK).toEqual([true]);
    cloud.controls.putDoc('meanwhile', { uid, title: 'meanwhile' });
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    await cloud.controls.clearFaults();
    await expect.poll(() => snapshots.length, SOONER_THAN_THE_SDK).toBe(2);
    expect(interruptions).toEqual([true, false]);
    expect(snapshots[1]).toMatchObject({ complete: false, changes: [{ note: { id: 'meanwhile' } }] });
    stop();
    secondRemote.dispose();
  });

  test('[S9.7] a cloud that is unreachable from the start is reported, and answers soon after its return', async () => {
    await cloud.controls.addFault({ rpc: '*', kind: 'down' });
    const secondRemote = open(tokens);
    const heard: unknown[] = [];
    const stop = secondRemote.listen({
      onSnapshot: ({ complete }) => heard.push(complete),
      onInterruption: (isInterrupted) => heard.push({ isInterrupted }),
      onEnd: (failure) => heard.push(failure),
    });
    await expect.poll(() => heard, SOONER_THAN_THE_SDK).toContainEqual({ isInterrupted: true });
    await cloud.controls.clearFaults();
    await expect.poll(() => heard.slice(-2), SOONER_THAN_THE_SDK).toEqual([{ isInterrupted: false }, true]);
    stop();
    secondRemote.dispose();
  });

  test('[S9.7] without a network no token is available: that is reported, and the live query begins soon after its return', async () => {
    let isOffline = true;
    const secondRemote = open({
      ...tokens,
      idToken: () =>
        isOffline ? Promise.reject(new AppError('network', 'server-silent')) : tokens.idToken(),
    });
    const heard: unknown[] = [];
    const stop = secondRemote.listen({
      onSnapshot: ({ complete }) => heard.push(complete),
      onInterruption: (isInterrupted) => heard.push({ isInterrupted }),
      onEnd: (failure) => heard.push(failure),
    });
    await expect.poll(() => heard, SOONER_THAN_THE_SDK).toEqual([{ isInterrupted: true }]);
    const failure = { kind: 'wait', reason: 'server-silent' };
    expect(await secondRemote.commit([write])).toEqual({ ok: false, failure });
    isOffline = false;
    await expect.poll(() => heard.slice(-2), SOONER_THAN_THE_SDK).toEqual([{ isInterrupted: false }, true]);
    stop();
    secondRemote.dispose();
  });

  test('[S10] a live query that was ended while there was no network no longer asks for a token', async () => {
    let tokenRequests = 0;
    const secondRemote = open({
      ...tokens,
      idToken() {
        tokenRequests += 1;
        return Promise.reject(new AppError('network', 'server-silent'));
      },
    });
    const heard: unknown[] = [];
    const stop = secondRemote.listen({
      onSnapshot: (snapshot) => heard.push(snapshot),
      onInterruption(isInterrupted) {
        heard.push({ isInterrupted });
        stop();
      },
      onEnd: (failure) => heard.push(failure),
    });
    await new Promise((resolve) => setTimeout(resolve, 2 * RECONNECT_MS));
    expect({ tokenRequests, heard }).toEqual({ tokenRequests: 1, heard: [{ isInterrupted: true }] });
    secondRemote.dispose();
  });

  test('[S9.3] while the cloud is unreachable, a call fails at once and a check does not give up the client', async () => {
    const secondRemote = open(tokens);
    const { interruptions, end, stop } = await follow(secondRemote);
    await cloud.controls.addFault({ rpc: '*', kind: 'down' });
    await expect.poll(() => interruptions, SOONER_THAN_THE_SDK).toEqual([true]);
    expect(await secondRemote.check()).toMatchObject({ ok: false, failure: { kind: 'wait' } });
    const failure = { kind: 'wait', reason: 'cloud-unreachable' };
    expect(await secondRemote.commit([write])).toEqual({ ok: false, failure });
    await cloud.controls.clearFaults();
    await expect.poll(() => interruptions, SOONER_THAN_THE_SDK).toEqual([true, false]);
    expect(end).toBeNull();
    stop();
    secondRemote.dispose();
  });

  test('[S8.3] a live query ends at once when its new token is refused as well', async () => {
    const { rejected } = tokens;
    const secondRemote = open(tokens);
    const seen = await follow(secondRemote);
    rejected.splice(0);
    const refusal = { rpc: 'Listen', kind: 'status', code: 'UNAUTHENTICATED', times: 1_000 } as const;
    await cloud.controls.addFault(refusal);
    await expect.poll(() => seen.end, SOONER_THAN_THE_SDK).toMatchObject({ kind: 'session' });
    expect(rejected.length).toBeGreaterThan(0);
    secondRemote.dispose();
  });

  test('[S8.3] an expired token is replaced, and the live query goes on without an interruption', async () => {
    const secondRemote = open(tokens);
    const seen = await follow(secondRemote);
    await cloud.controls.addFault({ rpc: 'Listen', kind: 'status', code: 'UNAUTHENTICATED', times: 1 });
    await expect.poll(() => seen.interruptions, SOONER_THAN_THE_SDK).toEqual([false]);
    expect(seen.end).toBeNull();
    seen.stop();
    secondRemote.dispose();
  });

  test('[S8.3] a live query ends when the session no longer has a token', async () => {
    let expired = false;
    const secondRemote = open({
      ...tokens,
      idToken: () =>
        expired ? Promise.reject(new AppError('session-expired', 'session-expired')) : tokens.idToken(),
    });
    const seen = await follow(secondRemote);
    expired = true;
    await cloud.controls.addFault({ rpc: 'Listen', kind: 'cut' });
    await expect
      .poll(() => seen.end, SOONER_THAN_THE_SDK)
      .toEqual({ kind: 'session', reason: 'session-expired' });
    secondRemote.dispose();
  });

  test('[S9.3] giving up a connection ends every call that waits on it', async () => {
    const secondRemote = open(tokens);
    await follow(secondRemote);
    await cloud.controls.addFault({ rpc: 'Listen', kind: 'freeze' });
    const commit = secondRemote.commit([write]);
    expect(await secondRemote.check()).toMatchObject({ ok: false });
    expect(await commit).toMatchObject({ ok: false, failure: { kind: 'wait' } });
    secondRemote.dispose();
  });

  test('[S9.3] a check does not give up the connection of a slow cloud that sends something meanwhile', async () => {
    const secondRemote = open(tokens);
    const seen = await follow(secondRemote);
    await cloud.controls.addFault({ rpc: 'BatchGetDocuments', kind: 'delay', ms: 7_000 });
    cloud.controls.clearRequests();
    const check = secondRemote.check();
    await expect.poll(() => cloud.controls.requests().map(({ rpc }) => rpc)).toContain('BatchGetDocuments');
    cloud.controls.putDoc('heard', { uid, title: 'heard' });
    expect(await check).toEqual({ ok: true, value: null });
    expect(seen.end).toBeNull();
    seen.stop();
    secondRemote.dispose();
  });
});

test('documents of any shape become notes or are skipped', async () => {
  const put = (id: string, content: Record<string, unknown>) =>
    cloud.controls.putDoc(id, { uid, createdAt: '2026-01-02T03:04:05.678Z', ...content });
  put('odd-types', { title: 7, text: null, isArchived: 'yes', isDeleted: 1 });
  put('no-fields', {});
  put('odd-marks', { isPinned: 'yes', color: 7, labels: ['Work', 7, ' work ', { a: 1 }] });
  put('odd-date', { title: 'a', createdAt: { year: 2026 } });
  const answer = await remote.fetch([
    'odd-types',
    'no-fields',
    'odd-date',
    'odd-marks',
    'nowhere',
  ] as NoteId[]);
  if (!answer.ok) throw new Error(sentenceOf(answer.failure.reason));
  const byId = new Map(
    answer.value.changes.map((change) =>
      change.kind === 'present' ? [change.note.id as string, change.note] : [change.id as string, null],
    ),
  );
  const nothing = { ...NO_FIELDS, isArchived: false, isDeleted: false };
  expect(byId.get('odd-types')?.fields).toEqual(nothing);
  expect(byId.get('no-fields')).toMatchObject({
    fields: nothing,
    created: Date.UTC(2026, 0, 2, 3, 4, 5, 678) * 1000,
  });
  expect(byId.get('odd-marks')).toMatchObject({
    fields: {
      ...nothing,
      isPinned: { unknown: { stringValue: 'yes' } },
      color: { unknown: { integerValue: '7' } },
      labels: {
        unknown: {
          arrayValue: [
            { stringValue: 'Work' },
            { integerValue: '7' },
            { stringValue: ' work ' },
            { mapValue: { a: { integerValue: '1' } } },
          ],
        },
      },
    },
    extra: {},
  });
  expect(byId.get('odd-date')?.fields.title).toBe('a');
  expect(byId.get('nowhere')).toBeNull();
});

test('a date of any year stays what it is, and one that is no date is that of the document', async () => {
  const put = (id: string, createdAt: unknown) => cloud.controls.putDoc(id, { uid, title: 'a', createdAt });
  const before = Date.now();
  put('last-of-all', '9999-12-31T23:59:59.999Z');
  put('first-of-all', '0001-01-01T00:00:00Z');
  put('second-before-1970', '1969-12-31T23:59:59.5Z');
  put('text', { stringValue: 'yesterday' });
  put('null', null);
  const ids = ['last-of-all', 'first-of-all', 'second-before-1970', 'text', 'null'];
  const answer = await remote.fetch(ids as NoteId[]);
  if (!answer.ok) throw new Error(sentenceOf(answer.failure.reason));
  const created = Object.fromEntries(
    answer.value.changes.map((change) =>
      change.kind === 'present' ? [change.note.id, change.note.created] : [change.id, null],
    ),
  );
  expect(created).toEqual({
    'last-of-all': Date.parse('9999-12-31T23:59:59Z') * 1000,
    'first-of-all': Date.parse('0001-01-01T00:00:00Z') * 1000,
    'second-before-1970': -500_000,
    text: expect.any(Number),
    null: expect.any(Number),
  });
  for (const id of ['text', 'null'])
    expect(Math.abs(Number(created[id]) / 1000 - before)).toBeLessThan(600_000);
});
