/** Whether the drawer stands open: pinned in a wide window (open by default), slid in in a narrow one (spec §2). */
import { atom } from 'jotai';

export const pinnedAtom = atom(true);
export const slidInAtom = atom(false);

export const DRAWER_ID = 'drawer';
