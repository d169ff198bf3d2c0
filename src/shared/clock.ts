/** Time as everything that waits takes it: a port, so that tests have theirs by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls back once after `ms`; answers with the function that cancels. */
  readonly after: (ms: number, callback: () => void) => () => void;
  /** From 0 (included) to 1 (excluded), for jitter. */
  readonly random: () => number;
}
