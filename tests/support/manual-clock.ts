/** A clock that moves only when a test says so. */
import type { Clock } from '#shared/base/clock.ts';

export interface ManualClock extends Clock {
  /** Advances time and runs the timers that fall due, in order. */
  advance(ms: number): void;
  /** Runs the timer that is due first, and advances time to it. */
  runNext(): void;
  /** Sets the clock without running a timer, as the user or NTP does. */
  set(time: number): void;
  readonly waiting: number;
  /** Milliseconds until the next timer; null without one. */
  readonly nextIn: number | null;
}

export function createManualClock(start = Date.UTC(2026, 0, 2)): ManualClock {
  let now = start;
  let elapsed = 0;
  const timers = new Set<{ due: number; callback: () => void }>();
  const first = () => [...timers].toSorted((a, b) => a.due - b.due)[0];
  const pass = (until: number): void => {
    now += until - elapsed;
    elapsed = until;
  };
  const run = (timer: { due: number; callback: () => void }): void => {
    timers.delete(timer);
    pass(timer.due);
    timer.callback();
  };
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { due: elapsed + ms, callback };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    random: () => 0.5,
    advance(ms) {
      const end = elapsed + ms;
      for (let next = first(); next !== undefined && next.due <= end; next = first()) run(next);
      pass(end);
    },
    runNext() {
      const next = first();
      if (next !== undefined) run(next);
    },
    set(time) {
      now = time;
    },
    get waiting() {
      return timers.size;
    },
    get nextIn() {
      const next = first();
      return next === undefined ? null : next.due - elapsed;
    },
  };
}
