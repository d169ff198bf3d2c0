/** Real time, behind the port that everything in this thread takes it from. */
import type { Clock } from '#shared/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    if (ms === 0) {
      // A timer takes a millisecond at least, and this is what work in slices waits for between each two.
      const turn = setImmediate(callback);
      return () => clearImmediate(turn);
    }
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
