/**
 * The sync state as shown: without a flash of "Saving…" at every short save. The shown state is late by at
 * most `SAVING_DELAY_MS` when saving begins, `READABLE_MS` when it ends, and `OPENING_MS` after the notes
 * were opened again; everything else is shown at once.
 */
import { atom } from 'jotai';
import type { SyncState } from '#shared/ipc/sync-state.ts';
import { store } from '../state/store.ts';
import { describeSync } from '#shared/ipc/describe-sync.ts';

export const SAVING_DELAY_MS = 300;
/** How long “Saving…” stays, so that it can be read. */
export const READABLE_MS = 500;
/**
 * Opening the notes again usually takes less than a second, and a message that vanishes at once would
 * startle.
 */
export const OPENING_MS = 1000;

/**
 * @param publish called with each state to show
 * @returns the function to call with each new state
 */
export function createShownSync(
  publish: (state: SyncState | null) => void,
): (state: SyncState | null) => void {
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

  function delay(): number {
    if (latest === null) return 0;
    switch (`${kindOf(shown)} to ${kindOf(latest)}`) {
      case 'saved to busy':
        return SAVING_DELAY_MS;
      case 'busy to saved':
        return Math.max(0, shownSince + READABLE_MS - performance.now());
      default:
        return shown?.phase === 'opening' ? Math.max(0, shownSince + OPENING_MS - performance.now()) : 0;
    }
  }

  return (state) => {
    latest = state;
    const wait = delay();
    if (wait === 0) show();
    else timer ??= setTimeout(show, wait);
  };
}

/** The phase or, while the live query is up, the look. */
function kindOf(state: SyncState | null): string | undefined {
  return state?.phase === 'live' ? describeSync(state)?.look : state?.phase;
}

/** The shown state; null while nothing is known. */
export const shownSyncAtom = atom<SyncState | null>(null);

export const updateShownSync = createShownSync((state) => store.set(shownSyncAtom, state));
