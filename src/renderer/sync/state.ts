/** How the notes here stand to those in the cloud; null until the main process has said so. */
import { atom } from 'jotai';
import type { SyncState } from '#shared/sync-state.ts';

export const syncAtom = atom<SyncState | null>(null);

/** What opened the list of notes that could not be synced; it gets the focus back. Null while the list is closed. */
export const refusedOpenerAtom = atom<HTMLElement | null>(null);
