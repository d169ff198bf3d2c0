/** The port by which all code reads the time and waits, so that tests can control the clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls back once after `ms` milliseconds; returns the function that cancels this. */
  readonly after: (ms: number, callback: () => void) => () => void;
  /** From 0 (included) to 1 (excluded), for jitter. */
  readonly random: () => number;
}
