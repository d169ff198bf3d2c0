/** The clock port under the test's control: time passes only by `advance`. */
export interface ControlledClock {
  readonly now: () => number;
  readonly after: (ms: number, callback: () => void) => () => void;
  /** Lets that much time pass and runs what falls due, in order. Milliseconds. */
  advance(ms: number): void;
  /** Sets the clock without running a timer, as a person or NTP does. */
  set(time: number): void;
  /** How many timers are waiting. */
  readonly waiting: number;
}

export function createControlledClock(start = Date.now()): ControlledClock {
  const timers = new Set<{ readonly due: number; readonly callback: () => void }>();
  let time = start;
  let elapsed = 0;
  return {
    now: () => time,
    after(ms, callback) {
      const timer = { due: elapsed + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      time += ms;
      elapsed += ms;
      const due = [...timers].filter((timer) => timer.due <= elapsed).toSorted((a, b) => a.due - b.due);
      for (const timer of due) if (timers.delete(timer)) timer.callback();
    },
    set(value) {
      time = value;
    },
    get waiting() {
      return timers.size;
    },
  };
}
