/** Commits and fetches on a bad network. */
import type { Clock } from '#shared/base/clock.ts';
import type { Answer } from '#shared/note/remote-store.ts';
import type { Random } from '../random.ts';
import { failing, type Fate, type Weather } from './weather.ts';

export interface Calls {
  /** Number of calls that have no answer yet, or have not taken effect yet. */
  readonly underWay: number;
  call<Value>(work: () => Promise<Answer<Value>>, kind: 'read' | 'write'): Promise<Answer<Value>>;
  /** A check that gets no answer. */
  silence(): Promise<Answer<never>>;
}

/** The time limit of a call. */
const BOUND_MS = 20_000;
const SHORT_BOUND_MS = 5_000;
const LATEST_LANDING_MS = 30_000;
/** A device that makes more calls than this at one moment does not back off. */
const MOST_AT_ONCE = 300;

export function createCalls(clock: Clock, random: Random, weather: Weather): Calls {
  let underWay = 0;
  let atOnce = { time: Number.NaN, calls: 0 };

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(ms, resolve);
    });

  function fateOf(kind: 'read' | 'write'): Fate {
    if (weather.down) return random.pick(['refused', 'hangs']);
    if (weather.revoked) return 'session';
    if (weather.calm) return 'goes through';
    const fate = random.pick(weather.fates);
    return kind === 'read' && fate === 'conflict' ? 'refused' : fate;
  }

  async function tracked<Value>(work: () => Promise<Value>): Promise<Value> {
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  }

  async function meet<Value>(fate: Fate, work: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
    switch (fate) {
      case 'goes through':
        return work();
      case 'late': {
        await pause(random.integer(1, BOUND_MS / 2 - 1));
        const answer = await work();
        await pause(random.integer(1, BOUND_MS / 2 - 1));
        return answer;
      }
      case 'answer lost':
        await work();
        break;
      case 'lands late':
        void tracked(async () => {
          await pause(random.integer(1, LATEST_LANDING_MS));
          await work();
        });
        await pause(BOUND_MS);
        break;
      case 'hangs':
        await pause(BOUND_MS);
        break;
      case 'session':
      case 'note':
      case 'conflict':
        return { ok: false, failure: failing(fate, random) };
      case 'refused':
        break;
      default:
        throw new Error(`No such fate: ${String(fate satisfies never)}`);
    }
    return { ok: false, failure: failing('wait', random) };
  }

  async function silence(): Promise<Answer<never>> {
    await pause(SHORT_BOUND_MS);
    return { ok: false, failure: failing('wait', random) };
  }

  return {
    silence: () => tracked(silence),
    get underWay() {
      return underWay;
    },
    call(work, kind) {
      const time = clock.now();
      atOnce = { time, calls: atOnce.time === time ? atOnce.calls + 1 : 1 };
      // This call gets no answer, because otherwise the calls would never end.
      if (atOnce.calls > MOST_AT_ONCE) return new Promise(() => undefined);
      return tracked(() => meet(fateOf(kind), work));
    },
  };
}
