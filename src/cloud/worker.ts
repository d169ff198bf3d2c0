/**
 * The entry of the cloud's thread: Firestore for one account. The account's thread calls it through a port
 * (`account/remote.ts`); tokens come from the main thread. The SDK takes 300 ms to load and computes a first
 * snapshot in one go (150 ms for 10,000 notes), which would block everything else in its thread.
 *
 * The thread ends when that port closes, so that nothing is sent for an account that is no longer
 * open (S10). An unexpected error ends it, too; the main thread then starts another one, and the
 * engine waits and retries (S8).
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type {
  CloudHostService,
  CloudListener,
  CloudService,
  CloudSetup,
  NetworkService,
  TokenService,
} from '#shared/ipc/cloud-service.ts';
import type { RemoteChange, RemoteSnapshot, RemoteStore } from '#shared/note/remote-store.ts';
import { createRpc, type Rpc } from '#shared/base/rpc.ts';
import { createFirestoreRemote } from './firestore-remote.ts';

/** How long a token is used before the main thread is asked again; every token is valid for much longer. */
const TOKEN_REUSED_MS = 5_000;
/** A message of this size takes the account's thread about a millisecond to read. */
const PART_CHANGES = 200;
const PART_LENGTH = 1024 * 1024;

/** Caches the main thread's tokens, because each call needs one twice and the main thread may be busy. */
function createTokens(main: Rpc<TokenService>): TokenService {
  let last: { readonly token: Promise<string>; readonly at: number } | null = null;
  return {
    idToken() {
      const now = performance.now();
      if (last === null || now - last.at > TOKEN_REUSED_MS) {
        const requested = { token: main.call('idToken'), at: now };
        last = requested;
        requested.token.catch(() => {
          if (last === requested) last = null;
        });
      }
      return last.token;
    },
    rejectToken(token) {
      last = null;
      main.tell('rejectToken', token);
    },
  };
}

function createService(remote: RemoteStore, account: () => Rpc<CloudListener>): CloudService {
  const queries = new Map<number, () => void>();

  async function send(id: number, { changes, ...head }: RemoteSnapshot): Promise<void> {
    let from = 0;
    let previousRead = Promise.resolve();
    do {
      const to = endOfPart(changes, from);
      const last = to < changes.length ? null : head;
      const read = account().call('addSnapshotPart', id, changes.slice(from, to), last);
      // One part ahead: this thread writes a part while the account's thread reads the one before.
      await previousRead;
      previousRead = read;
      from = to;
    } while (from < changes.length && queries.has(id));
    await previousRead;
  }

  return {
    listen(id) {
      /** Keeps the snapshots and the end of one live query in order. */
      let sending = Promise.resolve();
      const afterwards = (work: () => Promise<void> | void): void => {
        sending = sending.then(() => (queries.has(id) ? work() : undefined));
      };
      const stop = remote.listen({
        onSnapshot: (snapshot) => afterwards(() => send(id, snapshot)),
        // Sent at once, ahead of snapshots that are still in transit.
        onInterruption: (isInterrupted) => account().tell('reportInterruption', id, isInterrupted),
        onEnd: (failure) =>
          afterwards(() => {
            queries.delete(id);
            account().tell('reportEnd', id, failure);
          }),
      });
      queries.set(id, stop);
    },
    unlisten(id) {
      queries.get(id)?.();
      queries.delete(id);
    },
    commit: (writes) => remote.commit(writes),
    fetch: (ids) => remote.fetch(ids),
    check: () => remote.check(),
  };
}

function endOfPart(changes: readonly RemoteChange[], from: number): number {
  let length = 0;
  let to = from;
  while (to < changes.length && to - from < PART_CHANGES && length < PART_LENGTH) {
    length += lengthOf(changes[to]);
    to += 1;
  }
  return to;
}

/** UTF-16 units of the note's words. */
function lengthOf(change: RemoteChange | undefined): number {
  if (change?.kind !== 'present') return 0;
  const { title, text } = change.note.fields;
  return (title?.length ?? 0) + (text?.length ?? 0);
}

function end(error: unknown): never {
  throw error;
}

if (parentPort === null) throw new Error('This module is the entry of a worker thread.');
const { port, ...options }: CloudSetup & { readonly port: MessagePort } = workerData;
const main = createRpc<CloudHostService, object>(parentPort, {}, end);
const network: NetworkService = {
  route: () => main.call('route'),
  reportObstacle: (obstacle) => main.tell('reportObstacle', obstacle),
  reportTrouble: (event, why) => main.tell('reportTrouble', event, why),
};
const remote = createFirestoreRemote({ ...options, tokens: createTokens(main), network });
const service = createService(remote, () => account);
const account = createRpc<CloudListener, CloudService>(port, service, end);
port.on('close', () => process.exit());
