/** Work in slices, so that whatever is asked of the account meanwhile has its turn after half a frame. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Half a frame. */
const SLICE_MS = 8;

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
