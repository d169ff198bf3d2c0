/**
 * The sync state as it is shown: without a flash of "Saving…" at every save that is done at once. What is shown
 * lags behind what is by `PATIENCE_MS` at the most, and only between saving and saved; everything else is told
 * at once.
 */
import { atom } from 'jotai';
import type { SyncState } from '#shared/sync-state.ts';
import { store } from '../state/store.ts';
import { describeSync } from './describe.ts';

export const PATIENCE_MS = 300;
/** Nothing is shown shorter than it can be read. */
export const READABLE_MS = 500;

export interface Steady {
  take(state: SyncState | null): void;
}

export function createSteady(publish: (state: SyncState | null) => void): Steady {
  let shown: SyncState | null = null;
  let latest: SyncState | null = null;
  let shownSince = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(): void {
    clearTimeout(timer);
    timer = undefined;
    if (lookOf(latest) !== lookOf(shown)) shownSince = performance.now();
    shown = latest;
    publish(latest);
  }

  function patience(): number {
    if (shown?.phase !== 'live' || latest?.phase !== 'live') return 0;
    const change = `${lookOf(shown)} to ${lookOf(latest)}`;
    if (change === 'saved to busy') return PATIENCE_MS;
    if (change === 'busy to saved') return Math.max(0, shownSince + READABLE_MS - performance.now());
    return 0;
  }

  return {
    take(state) {
      latest = state;
      const wait = patience();
      if (wait === 0) show();
      else timer ??= setTimeout(show, wait);
    },
  };
}

function lookOf(state: SyncState | null): string | undefined {
  return state === null ? undefined : describeSync(state)?.look;
}

/** What is shown; null while nothing is known. */
export const shownSyncAtom = atom<SyncState | null>(null);

export const steadySync = createSteady((state) => store.set(shownSyncAtom, state));
