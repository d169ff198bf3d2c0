/** Real time: the `Clock` of all code in the main thread. */
import type { Clock } from '#shared/base/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
