/**
 * The notes that another device deleted forever (S6), and words that were never a note (S12.5), as the trash
 * requests them.
 */
import { atom } from 'jotai';
import type { RemovedPage } from '#shared/note/view.ts';
import { call } from '../../bridge/client.ts';

export const REMOVED_TITLE = 'Recently removed';

/** The element that opened the list, and gets the focus back. Null while the list is closed. */
export const removedOpenerAtom = atom<HTMLElement | null>(null);

export function readRemoved(offset: number, limit: number): Promise<RemovedPage> {
  return call('removed:page', offset, limit);
}

/** Reads only one row, because the total comes with any page. */
export function readTotal(): Promise<RemovedPage> {
  return readRemoved(0, 1);
}
