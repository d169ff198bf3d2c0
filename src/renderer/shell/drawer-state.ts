/** Whether the drawer stands open: pinned in a wide window (open by default), slid in in a narrow one (spec §2). */
import { atom } from 'jotai';
import { DEFAULT_SETTINGS } from '#shared/settings.ts';
import { changeSettings, settingsAtom } from '../settings/state.ts';

/**
 * A setting, and not in the page's own storage, which the browser reads from its disk while the first drawing waits. It moves at once and
 * is stored after that.
 */
export const pinnedAtom = atom(
  (get) => get(settingsAtom)?.settings.drawerPinned ?? DEFAULT_SETTINGS.drawerPinned,
  (get, set, drawerPinned: boolean) => {
    const state = get(settingsAtom);
    if (state === null) return;
    set(settingsAtom, { ...state, settings: { ...state.settings, drawerPinned } });
    changeSettings({ drawerPinned });
  },
);
export const slidInAtom = atom(false);

export const DRAWER_ID = 'drawer';
