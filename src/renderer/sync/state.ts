/** How the notes here stand to those in the cloud; null until the main process has said so. */
import { atom } from 'jotai';
import type { SyncState } from '#shared/sync-state.ts';

export const syncAtom = atom<SyncState | null>(null);

/** Whether the notes on this device are open, so that what is asked of them is answered. */
export function isServed({ phase }: SyncState): boolean {
  return phase !== 'opening' && phase !== 'closed';
}

/** What opened the list of notes that could not be synced; it gets the focus back. Null while the list is closed. */
export const refusedOpenerAtom = atom<HTMLElement | null>(null);
