/** Real time, behind the port that everything in this thread takes it from. */
import type { Clock } from '#shared/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
