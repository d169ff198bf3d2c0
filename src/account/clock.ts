/** Real time, as the `Clock` that everything in this thread uses. */
import type { Clock } from '#shared/base/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    if (ms === 0) {
      // A timer takes at least a millisecond, which is too long for the pause between two slices of work.
      const turn = setImmediate(callback);
      return () => clearImmediate(turn);
    }
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
