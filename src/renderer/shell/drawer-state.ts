/** Whether the drawer is open: pinned in a wide window (the default), slid in in a narrow one (spec §2). */
import { atom, useAtomValue } from 'jotai';
import { DEFAULT_SETTINGS } from '#shared/ipc/settings.ts';
import { SPEC } from '#shared/base/spec.ts';
import { changeSettings, settingsAtom } from '../settings/state.ts';
import { NARROW, useMedia } from '../theme/media.ts';

/**
 * A setting, not a value in the page's own storage, which the browser would read from disk while the first
 * drawing waits. The drawer moves at once, and the setting is stored after that.
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

/**
 * How much of the window's width the drawer keeps for itself, in CSS pixels: not what it covers while it is
 * hovered or slid in.
 */
export function useDrawerWidth(): number {
  const pinned = useAtomValue(pinnedAtom);
  if (useMedia(NARROW)) return SPEC.drawerClosedWidth;
  return pinned ? SPEC.drawerOpenWidth : SPEC.drawerCollapsedWidth;
}
