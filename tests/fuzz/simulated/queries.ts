/**
 * Live queries on a bad network: snapshots come late but in order, and queries may fall silent or end.
 */
import type { Clock } from '#shared/base/clock.ts';
import type { RemoteFailure, RemoteSnapshot, RemoteStore } from '#shared/note/remote-store.ts';
import type { Random } from '../random.ts';
import { ending, type Weather } from './weather.ts';

export interface Queries {
  readonly listen: (remote: RemoteStore, handlers: Handlers) => () => void;
  cut(): void;
  freeze(): void;
  /** Whether one of the queries is frozen. */
  areSilent(): boolean;
}

type Handlers = Parameters<RemoteStore['listen']>[0];

const LONGEST_DELAY_MS = 3_000;
/**
 * Milliseconds until keepalive finds a frozen connection. If the time is long, a wake should find it earlier.
 */
const FREEZE_MS = [5_000, 180_000] as const;

interface Query {
  end(failure: RemoteFailure): void;
  freeze(until: number): void;
  readonly isSilent: boolean;
}

export function createQueries(clock: Clock, random: Random, weather: Weather): Queries {
  const queries = new Set<Query>();

  function listen(remote: RemoteStore, { onSnapshot, onInterruption, onEnd }: Handlers): () => void {
    let over = false;
    let last = 0;
    let frozenUntil = 0;

    /** Runs `work` after all earlier work, and not before `ms` from now. */
    function inOrder(ms: number, work: () => void): void {
      const now = clock.now();
      last = Math.max(last, now + ms);
      clock.after(last - now, () => {
        if (!over) work();
      });
    }

    const query: Query = {
      end(failure) {
        if (over) return;
        over = true;
        queries.delete(query);
        stop();
        onEnd(failure);
      },
      get isSilent() {
        return clock.now() < frozenUntil;
      },
      freeze(until) {
        frozenUntil = until;
        last = Math.max(last, until);
        // The client notices it, and resumes by itself afterwards.
        if (random.oneIn(2)) {
          onInterruption?.(true);
          inOrder(0, () => onInterruption?.(false));
          return;
        }
        // After the silence the delayed snapshots arrive, or the query turns out to have ended.
        if (random.oneIn(2)) inOrder(0, () => query.end(ending('wait', random)));
      },
    };

    function deliver(snapshot: RemoteSnapshot): void {
      inOrder(weather.calm ? 0 : random.integer(0, LONGEST_DELAY_MS), () => {
        if (weather.revoked) query.end(ending('session', random));
        // A snapshot that is not delivered, now or ever, is made up for by the next query.
        else if (weather.down) query.end(ending('wait', random));
        else onSnapshot(snapshot);
      });
    }

    const stop = remote.listen({ onSnapshot: deliver, onEnd: (failure) => query.end(failure) });
    queries.add(query);
    return () => {
      over = true;
      queries.delete(query);
      stop();
    };
  }

  return {
    listen,
    areSilent: () => [...queries].some(({ isSilent }) => isSilent),
    cut() {
      for (const query of new Set(queries)) query.end(ending(random.oneIn(6) ? 'note' : 'wait', random));
    },
    freeze() {
      const [least, most] = FREEZE_MS;
      for (const query of queries) query.freeze(clock.now() + random.integer(least, most));
    },
  };
}
