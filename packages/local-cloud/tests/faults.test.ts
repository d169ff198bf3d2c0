import { once } from 'node:events';
import net from 'node:net';
import { status } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { refresh, signInWithIdp } from '../client.ts';
import { codeOf, newNote, notesOf, useCloud } from './testing.ts';

const fixture = useCloud();

function received(rpc: string): number {
  return fixture.cloud.controls.requests().filter((request) => request.rpc === rpc).length;
}

async function connect(): Promise<string> {
  const socket = net.connect(Number(fixture.cloud.firestoreHost.split(':')[1]), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return 'connected';
  } catch (error) {
    return String(error instanceof Error && 'code' in error ? error.code : error);
  } finally {
    socket.destroy();
  }
}

test('the fault “status” answers as many calls as its times say', async () => {
  const { uid, firestore } = await fixture.newUser();
  await fixture.cloud.controls.addFault({
    rpc: 'Commit',
    kind: 'status',
    code: 'FAILED_PRECONDITION',
    times: 2,
  });
  const create = async () => codeOf(firestore.doc('notes/status').create(newNote(uid)));
  expect(await create()).toBe(status.FAILED_PRECONDITION);
  expect(fixture.cloud.controls.faults()).toMatchObject([{ times: 1 }]);
  expect(await create()).toBe(status.FAILED_PRECONDITION);
  expect(await create()).toHaveProperty('writeTime');
});

test('the fault “status” without times stays until it is cleared, and does not affect other calls', async () => {
  const { uid, firestore, notes } = await fixture.newUser();
  await fixture.cloud.controls.addFault({ rpc: 'Commit', kind: 'status', code: status.PERMISSION_DENIED });
  const create = async () => codeOf(firestore.doc('notes/stays').create(newNote(uid)));
  for (let index = 0; index < 3; index += 1) expect(await create()).toBe(status.PERMISSION_DENIED);
  expect((await notes.get()).size).toBe(0);
  await fixture.cloud.controls.clearFaults();
  expect(await create()).toHaveProperty('writeTime');
});

test('the fault “status” ends an open stream, which the SDK reopens', async () => {
  const { uid, notes } = await fixture.newUser();
  const live = fixture.live(notes);
  await live.next();
  await fixture.cloud.controls.addFault({ rpc: 'Listen', kind: 'status', code: 'UNAVAILABLE', times: 1 });
  expect(fixture.cloud.controls.faults()).toEqual([]);
  fixture.cloud.controls.putDoc('after-status', { uid });
  expect(await live.changes()).toEqual(['added:after-status']);
});

test('the fault “delay” delays a call', async () => {
  const { uid, firestore } = await fixture.newUser();
  await fixture.cloud.controls.addFault({ rpc: 'Commit', kind: 'delay', ms: 150 });
  const started = performance.now();
  await firestore.doc('notes/delayed').create(newNote(uid));
  expect(performance.now() - started).toBeGreaterThan(140);
});

test('the fault “hang” leaves a call without an answer and does not apply it', async () => {
  const { uid, firestore, notes } = await fixture.newUser();
  fixture.cloud.controls.clearRequests();
  await fixture.cloud.controls.addFault({ rpc: 'Commit', kind: 'hang', times: 1 });
  const write = codeOf(firestore.doc('notes/hangs').create(newNote(uid)));
  await expect.poll(() => received('Commit')).toBe(1);
  expect((await notes.get()).size).toBe(0);
  // Only the cut frees the client, which then tries again by itself.
  await fixture.cloud.controls.addFault({ kind: 'cut' });
  expect(await write).toHaveProperty('writeTime');
});

test('the fault “drop-after-commit” applies the write and breaks the connection', async () => {
  const { uid, firestore } = await fixture.newUser();
  await fixture.cloud.controls.addFault({ rpc: 'Commit', kind: 'drop-after-commit', times: 1 });
  // The SDK repeats the create by itself and finds the document that it has written.
  expect(await codeOf(firestore.doc('notes/dropped').create(newNote(uid)))).toBe(status.ALREADY_EXISTS);
  expect(fixture.cloud.controls.doc('dropped')).toMatchObject({ uid, title: 'Title' });
});

test('the fault “cut” for a call breaks its connection before the call is applied', async () => {
  const { uid, firestore } = await fixture.newUser();
  fixture.cloud.controls.clearRequests();
  await fixture.cloud.controls.addFault({ rpc: 'Commit', kind: 'cut', times: 1 });
  expect(await codeOf(firestore.doc('notes/cut').create(newNote(uid)))).toHaveProperty('writeTime');
  expect(received('Commit')).toBe(2);
});

test('the fault “freeze” silently stops open connections but not new ones, and clearing it resets them', async () => {
  const { uid, notes, idToken } = await fixture.newUser();
  const live = fixture.live(notes);
  await live.next();
  await fixture.cloud.controls.addFault({ rpc: 'Listen', kind: 'freeze' });
  fixture.cloud.controls.putDoc('frozen', { uid });
  const secondQuery = fixture.live(
    notesOf(
      fixture.open(() => idToken),
      uid,
    ),
  );
  expect(await secondQuery.changes()).toEqual(['added:frozen']);
  expect(live.waiting).toBe(0);
  await fixture.cloud.controls.clearFaults();
  expect(await live.changes()).toEqual(['added:frozen']);
});

test('the fault “down” refuses connections until it is cleared', async () => {
  const { uid, notes } = await fixture.newUser();
  const live = fixture.live(notes);
  await live.next();
  await fixture.cloud.controls.addFault({ kind: 'down' });
  expect(await connect()).toBe('ECONNREFUSED');
  const { identityToolkit } = fixture.cloud.config.endpoints;
  await expect(fetch(`${identityToolkit}/v1/accounts:signInWithIdp`, { method: 'POST' })).rejects.toThrow();
  fixture.cloud.controls.putDoc('meanwhile', { uid });
  await fixture.cloud.controls.clearFaults();
  expect(await connect()).toBe('connected');
  expect(await live.changes()).toEqual(['added:meanwhile']);
});

test('the fault “down” with a time ends by itself after that time', async () => {
  await fixture.cloud.controls.addFault({ kind: 'down', ms: 100 });
  expect(await connect()).toBe('ECONNREFUSED');
  await expect.poll(connect).toBe('connected');
  expect(fixture.cloud.controls.faults()).toEqual([]);
});

test('faults also affect calls over HTTP', async () => {
  const form = { grant_type: 'refresh_token', refresh_token: 'x' };
  const { controls } = fixture.cloud;
  await controls.addFault({ rpc: 'SecureToken', kind: 'status', code: 'USER_DISABLED', times: 1 });
  expect(await (await refresh(fixture.cloud, form)).json()).toMatchObject({
    error: { message: 'USER_DISABLED' },
  });
  await controls.addFault({ rpc: 'SignInWithIdp', kind: 'status', code: 503, times: 1 });
  expect((await signInWithIdp(fixture.cloud, {})).status).toBe(503);
  await controls.addFault({ rpc: 'SecureToken', kind: 'cut', times: 1 });
  await expect(refresh(fixture.cloud, form)).rejects.toThrow();
  await controls.addFault({ rpc: 'SecureToken', kind: 'drop-after-commit', times: 1 });
  await expect(refresh(fixture.cloud, form)).rejects.toThrow();
  await controls.addFault({ rpc: 'SecureToken', kind: 'hang', times: 1 });
  const aborted = new AbortController();
  const hanging = fetch(`${fixture.cloud.config.endpoints.secureToken}/v1/token`, {
    method: 'POST',
    signal: aborted.signal,
  });
  await expect.poll(() => controls.faults()).toEqual([]);
  aborted.abort();
  await expect(hanging).rejects.toThrow('aborted');
});
