/**
 * The account's side of the port to the cloud's thread. A test holds the other end in place of the thread.
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { createRemote, type Remote } from '#account/remote.ts';
import type { CloudListener, CloudService } from '#shared/ipc/cloud-service.ts';
import type { NoteId } from '#shared/note/note.ts';
import type {
  RemoteChange,
  RemoteFailure,
  RemoteSnapshot,
  RemoteWrite,
  UpdateTime,
} from '#shared/note/remote-store.ts';
import { createRpc } from '#shared/base/rpc.ts';

const WAIT = { ok: false, failure: { kind: 'wait' } };
const VERSION = '000000000001.000000000' as UpdateTime;
const WRITES: readonly RemoteWrite[] = [
  { kind: 'delete', id: 'abcdefghij0123456789' as NoteId, basedOn: VERSION },
];
const HEAD = { complete: true, readTime: VERSION };
const absent = (id: string): RemoteChange => ({ kind: 'absent', id: id as NoteId });

/** Connects a thread that answers commits and checks, but never a fetch. */
function connect(remote: Remote) {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port2.close());
  const commits: (readonly RemoteWrite[])[] = [];
  const listens: number[] = [];
  const stopped: number[] = [];
  const listening = Promise.withResolvers<number>();
  const service: CloudService = {
    listen: (id) => {
      listens.push(id);
      listening.resolve(id);
    },
    unlisten: (id) => void stopped.push(id),
    commit: async (writes) => {
      commits.push(writes);
      return { ok: true, value: [null] };
    },
    fetch: () => new Promise(() => undefined),
    check: async () => ({ ok: true, value: null }),
  };
  const account = createRpc<CloudListener, CloudService>(port2, service, (error) => {
    throw error;
  });
  remote.connect(port1);
  return { account, port: port2, commits, listens, stopped, listening: listening.promise };
}

function listen(remote: Remote) {
  const snapshots: RemoteSnapshot[] = [];
  const ending = Promise.withResolvers<RemoteFailure>();
  const ends: RemoteFailure[] = [];
  const stop = remote.listen({
    onSnapshot: (snapshot) => void snapshots.push(snapshot),
    onEnd: (failure) => {
      ends.push(failure);
      ending.resolve(failure);
    },
  });
  return { snapshots, stop, ends, end: ending.promise };
}

function closed(port: MessagePort): Promise<void> {
  return new Promise((resolve) => {
    port.once('close', resolve);
  });
}

test('[S8] every call fails as temporary while no port to the cloud’s thread is connected', async () => {
  const remote = createRemote();
  expect(await remote.commit(WRITES)).toMatchObject(WAIT);
  expect(await remote.fetch([])).toMatchObject(WAIT);
  expect(await remote.check()).toMatchObject(WAIT);
  const query = listen(remote);
  expect(query.ends).toEqual([]);
  expect(await query.end).toMatchObject({ kind: 'wait' });
});

test('[S8] a port that closes fails open calls as temporary and ends live queries once; another can connect', async () => {
  const remote = createRemote();
  const first = connect(remote);
  const query = listen(remote);
  const fetched = remote.fetch([]);
  await first.listening;
  first.port.close();
  expect(await fetched).toMatchObject(WAIT);
  expect(await query.end).toMatchObject({ kind: 'wait' });
  expect(await remote.check()).toMatchObject(WAIT);

  const second = connect(remote);
  expect(await remote.check()).toEqual({ ok: true, value: null });
  const next = listen(remote);
  await second.account.call('addSnapshotPart', await second.listening, [], HEAD);
  expect(next.snapshots).toHaveLength(1);
  expect(query.ends).toHaveLength(1);
  remote.dispose();
});

test('a new port closes the port that is still open', async () => {
  const remote = createRemote();
  const first = connect(remote);
  const query = listen(remote);
  await first.listening;
  const gone = closed(first.port);
  connect(remote);
  expect(await query.end).toMatchObject({ kind: 'wait' });
  await gone;
  expect(await remote.check()).toEqual({ ok: true, value: null });
  remote.dispose();
});

test('a snapshot in parts is handed on as one, after its last part', async () => {
  const remote = createRemote();
  const { account, listening } = connect(remote);
  const query = listen(remote);
  const id = await listening;
  await account.call('addSnapshotPart', id, [absent('a'), absent('b')], null);
  expect(query.snapshots).toEqual([]);
  await account.call('addSnapshotPart', id, [absent('c')], HEAD);
  await account.call('addSnapshotPart', id, [absent('d')], { ...HEAD, complete: false });
  expect(query.snapshots).toEqual([
    { ...HEAD, changes: [absent('a'), absent('b'), absent('c')] },
    { ...HEAD, complete: false, changes: [absent('d')] },
  ]);
  remote.dispose();
});

test('a stopped live query is ended once in the cloud’s thread, and reports no snapshot and no end', async () => {
  const remote = createRemote();
  const { account, listening, stopped } = connect(remote);
  const query = listen(remote);
  const id = await listening;
  query.stop();
  query.stop();
  await account.call('addSnapshotPart', id, [], HEAD);
  account.tell('reportEnd', id, { kind: 'wait', reason: 'cloud-client-failed' });
  await remote.check();
  expect(query).toMatchObject({ snapshots: [], ends: [] });
  expect(stopped).toEqual([id]);
  remote.dispose();
});

test('[S10] a disposed remote store reports nothing, sends nothing, and accepts no port', async () => {
  const remote = createRemote();
  const { account, port, listening, commits } = connect(remote);
  const query = listen(remote);
  const id = await listening;
  const fetched = remote.fetch([]);
  const gone = closed(port);
  account.tell('addSnapshotPart', id, [], HEAD);
  remote.dispose();
  // An open call ends with a failure.
  expect(await fetched).toMatchObject({ ok: false });
  await gone;
  expect(query).toMatchObject({ snapshots: [], ends: [] });
  expect(await remote.commit(WRITES)).toMatchObject({ ok: false, failure: { kind: 'session' } });
  expect(commits).toEqual([]);
  const late = connect(remote);
  await closed(late.port);
  expect(await listen(remote).end).toMatchObject({ kind: 'session' });
  expect(late.listens).toEqual([]);
});
