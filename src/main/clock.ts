/** Real time, behind the ports that the layers below take it from. */
import type { Clock } from './sync/ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
