/**
 * Work in slices, so that the process in which the windows are served is never held up: after half a frame everything
 * else has its turn.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Half a frame. */
export const SLICE_MS = 8;

/**
 * To be awaited after each small step.
 * @throws the signal's reason once it is aborted
 */
export type Pace = () => Promise<void>;

export function createPace(signal: AbortSignal | undefined): Pace {
  let from = performance.now();
  return async () => {
    if (performance.now() - from >= SLICE_MS) {
      await nextTurn();
      from = performance.now();
    }
    signal?.throwIfAborted();
  };
}
