/**
 * The cloud as an account's thread sees it: reachable only from `connect` until that connection ends.
 */
import type { Answer, RemoteFailure, RemoteStore } from '#shared/note/remote-store.ts';
import type { ThreadRemote } from './account-thread.ts';

/** Given to the thread in place of a port. */
export interface CloudPort {
  readonly remote: RemoteStore;
  onEnd(listener: () => void): void;
}

const LOST: RemoteFailure = { kind: 'wait', reason: 'cloud-not-connected' };

export function createReplaceableRemote(): ThreadRemote {
  let connected: RemoteStore | null = null;
  const queries = new Set<(failure: RemoteFailure) => void>();
  let lost = Promise.withResolvers<Answer<never>>();

  function disconnect(): void {
    connected?.dispose();
    connected = null;
    lost.resolve({ ok: false, failure: LOST });
    lost = Promise.withResolvers();
    for (const end of new Set(queries)) end(LOST);
  }

  function ask<Value>(question: (remote: RemoteStore) => Promise<Answer<Value>>): Promise<Answer<Value>> {
    if (connected === null) return Promise.resolve({ ok: false, failure: LOST });
    return Promise.race([question(connected), lost.promise]);
  }

  const remote: RemoteStore = {
    listen({ onSnapshot, onInterruption, onEnd }) {
      let stop: () => void = () => undefined;
      const end = (failure: RemoteFailure): void => {
        if (queries.delete(end)) onEnd(failure);
      };
      queries.add(end);
      if (connected === null) queueMicrotask(() => end(LOST));
      else {
        const forwardSnapshot = (snapshot: Parameters<typeof onSnapshot>[0]): void => {
          if (queries.has(end)) onSnapshot(snapshot);
        };
        const interrupted = (is: boolean): void => {
          if (queries.has(end)) onInterruption?.(is);
        };
        stop = connected.listen({ onSnapshot: forwardSnapshot, onInterruption: interrupted, onEnd: end });
      }
      return () => {
        queries.delete(end);
        stop();
      };
    },
    commit: (writes) => ask((cloud) => cloud.commit(writes)),
    fetch: (ids) => ask((cloud) => cloud.fetch(ids)),
    check: () => ask((cloud) => cloud.check()),
    dispose() {
      // Nothing is reported after this (S10).
      queries.clear();
      disconnect();
    },
  };

  return {
    remote,
    connect(port: CloudPort) {
      disconnect();
      connected = port.remote;
      port.onEnd(() => {
        if (connected === port.remote) disconnect();
      });
    },
    disconnect,
  };
}
