/**
 * When the notes home shows its spinner (spec §4): if this device has no notes of the account yet, from the
 * start until 2000 ms after the first snapshot; otherwise never.
 */
import { useEffect, useReducer, useState } from 'react';
import { SPEC } from '#shared/base/spec.ts';
import type { SyncState } from '#shared/ipc/sync-state.ts';
import type { NoteRow } from '#shared/note/view.ts';
import { isServed } from '../../sync/state.ts';

/** Unknown until the main process reports the sync state; settling during the delay. */
export type Loading = 'unknown' | 'waiting' | 'settling' | 'done';

export type LoadingEvent =
  | { readonly type: 'sync'; readonly state: SyncState | null }
  | { readonly type: 'delay-over' };

export function nextLoading(loading: Loading, event: LoadingEvent): Loading {
  if (event.type === 'delay-over') return loading === 'settling' ? 'done' : loading;
  const { state } = event;
  if (loading === 'done' || loading === 'settling' || state === null) return loading;
  // `loaded` is meaningless while sync is off or the notes on this device are not open.
  if (state.phase === 'off' || !isServed(state)) return loading;
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

/**
 * Whether this device has notes of the account that were never loaded from the cloud: from before this
 * session, or typed in it. Notes of the first snapshot do not count.
 */
export type LocalNotes = 'unknown' | 'none' | 'some';

/** @param rows null until the main process has answered */
export function nextLocalNotes(
  local: LocalNotes,
  rows: readonly Pick<NoteRow, 'pending'>[] | null,
): LocalNotes {
  if (local === 'some' || rows === null) return local;
  // A pending note was typed here; any other may be from the first snapshot.
  const hasSome = local === 'unknown' ? rows.length > 0 : rows.some(({ pending }) => pending);
  return hasSome ? 'some' : 'none';
}

export function useHasLocalNotes(rows: readonly NoteRow[] | null): boolean {
  const [local, setLocal] = useState<LocalNotes>('unknown');
  const next = nextLocalNotes(local, rows);
  if (next !== local) setLocal(next);
  return next === 'some';
}
