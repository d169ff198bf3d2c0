/** Whether the drawer stands open: pinned in a wide window (open by default), slid in in a narrow one (spec §2). */
import { atom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';

/** Found again at the next start, whoever is signed in then: it says nothing about anybody’s notes. */
export const pinnedAtom = atomWithStorage('drawer-pinned', true, undefined, { getOnInit: true });
export const slidInAtom = atom(false);

export const DRAWER_ID = 'drawer';
