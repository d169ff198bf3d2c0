/** The notes that another device deleted forever (S6), as the trash asks for them. */
import { atom } from 'jotai';
import type { RemovedPage } from '#shared/view.ts';
import { call } from '../../bridge/client.ts';

/** What opened their list; it gets the focus back. Null while the list is closed. */
export const removedOpenerAtom = atom<HTMLElement | null>(null);

export function readRemoved(offset: number, limit: number): Promise<RemovedPage> {
  return call('removed:page', offset, limit);
}

/** The total comes with any page. */
export function readTotal(): Promise<RemovedPage> {
  return readRemoved(0, 1);
}
