/**
 * When the notes home shows its spinner (spec §4): from the start until 2000 ms after the first snapshot where
 * this device holds nothing of the account yet, and never where it does.
 */
import { useEffect, useReducer } from 'react';
import { SPEC } from '#shared/spec.ts';
import type { SyncState } from '#shared/sync-state.ts';

/** Unknown until the main process has said how things stand; settling while the delay runs. */
export type Loading = 'unknown' | 'waiting' | 'settling' | 'done';

export type LoadingEvent =
  | { readonly type: 'sync'; readonly state: SyncState | null }
  | { readonly type: 'delay-over' };

export function nextLoading(loading: Loading, event: LoadingEvent): Loading {
  if (event.type === 'delay-over') return loading === 'settling' ? 'done' : loading;
  const { state } = event;
  // While syncing is off nobody has looked at the cache yet.
  if (loading === 'done' || loading === 'settling' || state === null || state.phase === 'off') return loading;
  if (!state.loaded) return 'waiting';
  return loading === 'waiting' ? 'settling' : 'done';
}

export function useLoading(state: SyncState | null): Loading {
  const [loading, dispatch] = useReducer(nextLoading, nextLoading('unknown', { type: 'sync', state }));
  useEffect(() => {
    dispatch({ type: 'sync', state });
  }, [state]);
  useEffect(() => {
    if (loading !== 'settling') return undefined;
    const timer = setTimeout(() => dispatch({ type: 'delay-over' }), SPEC.notesLoadingDelay);
    return () => clearTimeout(timer);
  }, [loading]);
  return loading;
}
