/**
 * A device's way to the cloud as bad networks have it: calls are refused, late, lost before or after they took
 * effect, live queries break off, and sometimes nothing goes through at all. All of it in virtual time.
 */
import type { Answer, Clock, RemoteFailure, RemoteSnapshot, RemoteStore } from '#main/sync/ports.ts';
import type { Random } from './random.ts';

export interface FaultyLink {
  readonly remote: RemoteStore;
  /** While down every call fails and no snapshot arrives. */
  down: boolean;
  /** While calm nothing goes wrong. */
  calm: boolean;
  /** Breaks off the live query. */
  cut(): void;
}

const WAIT: RemoteFailure = { kind: 'wait', message: 'unavailable' };
const LONGEST_MS = 30_000;
/** What a bounded call waits at the most. */
const BOUND_MS = 20_000;

type Fate = 'goes through' | 'refused' | 'late' | 'answer lost' | 'hangs and lands' | 'hangs' | 'session';

export function createFaultyLink(remote: RemoteStore, clock: Clock, random: Random): FaultyLink {
  const queries = new Set<{ stop: () => void; onEnd: (failure: RemoteFailure) => void }>();

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(ms, resolve);
    });

  function fate(): Fate {
    if (link.down) return 'refused';
    if (link.calm) return 'goes through';
    return random.pick<Fate>([
      'goes through',
      'goes through',
      'goes through',
      'refused',
      'late',
      'late',
      'answer lost',
      'hangs and lands',
      'hangs',
      'session',
    ]);
  }

  async function call<Value>(work: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
    const failed: Answer<Value> = { ok: false, failure: WAIT };
    switch (fate()) {
      case 'goes through':
        return work();
      case 'refused':
        return failed;
      case 'session':
        return { ok: false, failure: { kind: 'session', message: 'token expired' } };
      case 'late': {
        await pause(random.integer(1, 10_000));
        const answer = await work();
        await pause(random.integer(1, 10_000));
        return answer;
      }
      case 'answer lost':
        await work();
        return failed;
      case 'hangs and lands':
        clock.after(random.integer(1, LONGEST_MS), () => void work());
        await pause(BOUND_MS);
        return failed;
      case 'hangs':
        await pause(BOUND_MS);
        return failed;
      default:
        throw new Error('every fate has a case');
    }
  }

  const link: FaultyLink = {
    down: false,
    calm: false,
    cut() {
      for (const { stop, onEnd } of queries) {
        stop();
        onEnd(WAIT);
      }
      queries.clear();
    },
    remote: {
      listen({ onSnapshot, onEnd }) {
        let over = false;
        // Snapshots arrive late, but in order.
        let last = 0;
        const deliver = (snapshot: RemoteSnapshot): void => {
          const ms = link.calm ? 0 : random.integer(0, 3_000);
          last = Math.max(last, clock.now() + ms);
          clock.after(last - clock.now(), () => {
            if (!over && !link.down) onSnapshot(snapshot);
          });
        };
        const stop = remote.listen({ onSnapshot: deliver, onEnd });
        const query = {
          stop: () => {
            over = true;
            stop();
          },
          onEnd,
        };
        queries.add(query);
        return () => {
          query.stop();
          queries.delete(query);
        };
      },
      commit: (writes) => call(() => remote.commit(writes)),
      fetch: (ids) => call(() => remote.fetch(ids)),
      check: () => call(() => remote.check()),
      dispose: () => remote.dispose(),
    },
  };
  return link;
}
