/** Waiting for what is on its way to the cloud, for as long as it is worth it. */
import type { SyncState } from '#shared/sync-state.ts';
import type { Clock } from './sync/ports.ts';

export interface Draining {
  readonly state: SyncState;
  onChange(listener: (state: SyncState) => void): () => void;
}

/**
 * Answers when nothing waits any more, when the cloud cannot be reached, or when the time is over. What is left is durable on
 * this device and goes on at the next start.
 * @param most milliseconds
 */
export function drained(engine: Draining, clock: Clock, most: number): Promise<void> {
  if (!isWorthWaiting(engine.state)) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => {
    stop();
    cancel();
    resolve();
  };
  const stop = engine.onChange((state) => {
    if (!isWorthWaiting(state)) end();
  });
  const cancel = clock.after(most, end);
  return promise;
}

/** Answers when the work is done, or when the time is over. The work must not reject. */
export function within(work: Promise<void>, clock: Clock, most: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = clock.after(most, resolve);
  void work.then(() => {
    cancel();
    resolve();
  });
  return promise;
}

function isWorthWaiting({ phase, pending }: SyncState): boolean {
  return pending > 0 && (phase === 'live' || phase === 'connecting');
}
