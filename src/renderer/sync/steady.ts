/**
 * The sync state as it is shown: without a flash of "Saving…" at every save that is done at once. What is shown
 * lags behind what is by `PATIENCE_MS` at the most, and only between saving and saved, and by `OPENING_MS` after the
 * notes were opened again; everything else is told at once.
 */
import { atom } from 'jotai';
import type { SyncState } from '#shared/sync-state.ts';
import { store } from '../state/store.ts';
import { describeSync } from './describe.ts';

export const PATIENCE_MS = 300;
/** Nothing is shown shorter than it can be read. */
export const READABLE_MS = 500;
/** Notes that are opened again are so in less than a second, as a rule; a flash would only startle. */
export const OPENING_MS = 1000;

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
    if (kindOf(latest) !== kindOf(shown)) shownSince = performance.now();
    shown = latest;
    publish(latest);
  }

  function patience(): number {
    if (latest === null) return 0;
    switch (`${kindOf(shown)} to ${kindOf(latest)}`) {
      case 'saved to busy':
        return PATIENCE_MS;
      case 'busy to saved':
        return Math.max(0, shownSince + READABLE_MS - performance.now());
      default:
        return shown?.phase === 'opening' ? Math.max(0, shownSince + OPENING_MS - performance.now()) : 0;
    }
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

/** While the live query is up, how it looks. */
function kindOf(state: SyncState | null): string | undefined {
  return state?.phase === 'live' ? describeSync(state)?.look : state?.phase;
}

/** What is shown; null while nothing is known. */
export const shownSyncAtom = atom<SyncState | null>(null);

export const steadySync = createSteady((state) => store.set(shownSyncAtom, state));
