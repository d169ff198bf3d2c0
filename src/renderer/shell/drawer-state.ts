/** Whether the drawer is open: pinned in a wide window (the default), slid in in a narrow one (spec §2). */
import { atom } from 'jotai';
import { DEFAULT_SETTINGS } from '#shared/settings.ts';
import { changeSettings, settingsAtom } from '../settings/state.ts';

/**
 * A setting, not a value in the page's own storage, which the browser would read from disk while the first drawing waits.
 * The drawer moves at once, and the setting is stored after that.
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
