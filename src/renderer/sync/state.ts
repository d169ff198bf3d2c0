/** How the notes here relate to those in the cloud; null until the main process has reported it. */
import { atom } from 'jotai';
import type { SyncState } from '#shared/ipc/sync-state.ts';

export const syncAtom = atom<SyncState | null>(null);

/** Whether the notes on this device are open, so that requests about them are answered. */
export function isServed({ phase }: SyncState): boolean {
  return phase !== 'opening' && phase !== 'closed';
}

/**
 * The element that opened the list of refused notes, and gets the focus back. Null while the list is closed.
 */
export const refusedOpenerAtom = atom<HTMLElement | null>(null);
