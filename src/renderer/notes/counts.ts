/** How many notes each list holds, for the drawer; null until it is known. */
import { atom } from 'jotai';
import type { ListCounts } from '#shared/view.ts';

export const countsAtom = atom<ListCounts | null>(null);
