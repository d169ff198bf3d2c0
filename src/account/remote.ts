/**
 * The engine's RemoteStore, over a port to the cloud's thread (`cloud/worker.ts`), which runs Firestore. That
 * thread may end for any reason, and another port may follow. Without a port, every call returns a `wait`
 * failure: the engine then backs off and asks again (S8).
 */
import type { MessagePort } from 'node:worker_threads';
import type { CloudListener, CloudService } from '#shared/ipc/cloud-service.ts';
import { AppError, toPlainError } from '#shared/base/error.ts';
import type {
  Answer,
  ListenHandlers,
  RemoteChange,
  RemoteFailure,
  RemoteStore,
} from '#shared/note/remote-store.ts';
import { createRpc, type Rpc } from '#shared/base/rpc.ts';

export interface Remote extends RemoteStore {
  /** Uses this port from now on, and closes the previous one. */
  connect(port: MessagePort): void;
}

interface Connection {
  readonly port: MessagePort;
  readonly cloud: Rpc<CloudService>;
}

interface LiveQuery extends ListenHandlers {
  /** Changes of the next snapshot that have arrived so far. */
  readonly changes: RemoteChange[];
}

const NOT_CONNECTED: RemoteFailure = { kind: 'wait', reason: 'cloud-not-connected' };
const CONNECTION_LOST: RemoteFailure = { kind: 'wait', reason: 'cloud-connection-lost' };
/** Of the kind `session`, so that nothing is retried (S10). */
const ACCOUNT_CLOSED: RemoteFailure = { kind: 'session', reason: 'account-left' };

export function createRemote(): Remote {
  const queries = new Map<number, LiveQuery>();
  let connection: Connection | null = null;
  /** The answer to every call while there is no connection. */
  let refusal = NOT_CONNECTED;
  let disposed = false;
  let lastId = 0;

  const listener: CloudListener = {
    addSnapshotPart(id, changes, last) {
      const query = queries.get(id);
      if (query === undefined) return;
      for (const change of changes) query.changes.push(change);
      if (last !== null) query.onSnapshot({ ...last, changes: query.changes.splice(0) });
    },
    reportInterruption(id, isInterrupted) {
      queries.get(id)?.onInterruption?.(isInterrupted);
    },
    reportEnd(id, failure) {
      const query = queries.get(id);
      queries.delete(id);
      query?.onEnd(failure);
    },
  };

  function disconnect(failure: RemoteFailure): void {
    refusal = failure;
    connection?.cloud.end(new AppError('network', failure.reason));
    connection?.port.close();
    connection = null;
    const ended = [...queries.values()];
    queries.clear();
    // After `dispose`, nothing is reported (S10).
    if (!disposed) for (const { onEnd } of ended) onEnd(failure);
  }

  async function ask<Value>(
    question: (cloud: Rpc<CloudService>) => Promise<Answer<Value>>,
  ): Promise<Answer<Value>> {
    if (connection === null) return { ok: false, failure: refusal };
    try {
      return await question(connection.cloud);
    } catch (error) {
      return { ok: false, failure: { kind: 'wait', reason: toPlainError(error).reason } };
    }
  }

  return {
    connect(port) {
      if (disposed) {
        port.close();
        return;
      }
      disconnect(CONNECTION_LOST);
      const cloud = createRpc<CloudService, CloudListener>(port, listener, (error) => {
        throw error;
      });
      connection = { port, cloud };
      port.on('close', () => {
        if (connection?.port === port) disconnect(CONNECTION_LOST);
      });
    },
    listen(handlers) {
      lastId += 1;
      const id = lastId;
      queries.set(id, { changes: [], ...handlers });
      if (connection === null) queueMicrotask(() => listener.reportEnd(id, refusal));
      else connection.cloud.tell('listen', id);
      return () => {
        if (queries.delete(id)) connection?.cloud.tell('unlisten', id);
      };
    },
    commit: (writes) => ask((cloud) => cloud.call('commit', writes)),
    fetch: (ids) => ask((cloud) => cloud.call('fetch', ids)),
    check: () => ask((cloud) => cloud.call('check')),
    dispose() {
      disposed = true;
      // A write in flight may still take effect; the next session recognises it (S7).
      disconnect(ACCOUNT_CLOSED);
    },
  };
}
