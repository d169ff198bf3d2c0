/**
 * A RemoteStore whose live query can be ended from this side: after the notes on this device were rebuilt, only a new
 * subscription, whose first snapshot is complete, brings back what the file no longer had.
 */
import type { RemoteFailure, RemoteStore } from './sync/ports.ts';

export interface Relistening extends RemoteStore {
  /** Ends the live queries with a failure that makes the engine subscribe again. */
  endListening(reason: string): void;
}

export function createRelistening(remote: RemoteStore): Relistening {
  const ends = new Set<(failure: RemoteFailure) => void>();
  return {
    listen({ onSnapshot, onEnd }) {
      const end = (failure: RemoteFailure): void => {
        if (ends.delete(end)) onEnd(failure);
      };
      ends.add(end);
      const stop = remote.listen({
        onSnapshot: (snapshot) => {
          if (ends.has(end)) onSnapshot(snapshot);
        },
        onEnd: end,
      });
      return () => {
        ends.delete(end);
        stop();
      };
    },
    commit: (writes) => remote.commit(writes),
    prepare: (writes) => remote.prepare?.(writes),
    fetch: (ids) => remote.fetch(ids),
    check: () => remote.check(),
    dispose: () => remote.dispose(),
    endListening(reason) {
      for (const end of ends) end({ kind: 'wait', message: reason });
    },
  };
}
