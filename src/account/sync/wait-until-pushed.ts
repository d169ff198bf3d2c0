/** Waits until pending changes are pushed, as long as that can succeed. */
import type { Clock } from '#shared/base/clock.ts';
import type { SyncState } from '#shared/ipc/sync-state.ts';

export interface SyncStateSource {
  readonly state: SyncState;
  onChange(listener: (state: SyncState) => void): () => void;
}

/**
 * Resolves when nothing is pending, when the cloud cannot be reached, or when the time is over. Changes that
 * are still pending are durable on this device and are pushed after the next start.
 * @param ms maximum time in milliseconds
 */
export function waitUntilPushed(engine: SyncStateSource, clock: Clock, ms: number): Promise<void> {
  if (!isWorthWaiting(engine.state)) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => {
    unsubscribe();
    cancel();
    resolve();
  };
  const unsubscribe = engine.onChange((state) => {
    if (!isWorthWaiting(state)) end();
  });
  const cancel = clock.after(ms, end);
  return promise;
}

function isWorthWaiting({ phase, pending }: SyncState): boolean {
  return pending > 0 && (phase === 'live' || phase === 'connecting');
}
