/** How long the thread that runs this code was not free for anything else. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface LoopDelay {
  /**
   * Milliseconds by the clock, as a window would feel them: on a busy machine they include the work of other
   * processes.
   */
  readonly longestDelay: number;
  /**
   * Milliseconds of the thread's own processor time between two turns of the loop, without the work of
   * others.
   */
  readonly longestWork: number;
}

const TICK_MS = 2;

/** Watches from now until the returned function is called. */
export function watchEventLoop(): () => LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  let longestWork = 0;
  let before = threadTime();
  const look = (): void => {
    const now = threadTime();
    longestWork = Math.max(longestWork, now - before);
    before = now;
  };
  const timer = setInterval(look, TICK_MS);
  histogram.enable();
  return () => {
    histogram.disable();
    clearInterval(timer);
    look();
    return { longestDelay: histogram.max / 1e6, longestWork };
  };
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
