/**
 * The clock of a device in a run against the local cloud: hours behind, and with faster timers. It is never
 * ahead, because the database dates versions by the system's clock: they would be old at once, and thinned
 * (S12.6), although the checks expect each of them.
 */
import { systemClock } from '#main/base/clock.ts';
import type { Clock } from '#shared/base/clock.ts';
import type { Random } from '../random.ts';

export interface DeviceClock extends Clock {
  /** Advances the clock by the hours after which the app trusts a disk again. Done once in a run. */
  passHours(): void;
}

/** The engine's back-offs are made for users. Here they take a fiftieth of their time. */
const FASTER = 50;
const HOUR_MS = 3_600_000;
const PASSED_HOURS = 2;

export function createDeviceClock(random: Random): DeviceClock {
  let skew = (random.integer(-5, 0) - PASSED_HOURS) * HOUR_MS;
  return {
    now: () => systemClock.now() + skew,
    after: (ms, callback) => systemClock.after(ms / FASTER, callback),
    random: systemClock.random,
    passHours() {
      skew += PASSED_HOURS * HOUR_MS;
    },
  };
}
