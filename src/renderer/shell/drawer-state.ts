/** Whether the drawer is open: pinned in a wide window (the default), slid in in a narrow one (spec §2). */
import { atom, useAtomValue } from 'jotai';
import { DEFAULT_SETTINGS } from '#shared/ipc/settings.ts';
import { SPEC } from '#shared/base/spec.ts';
import { changeSettings, settingsAtom } from '../settings/state.ts';
import { NARROW, useMedia } from '../theme/media.ts';

/**
 * A setting, because the browser would read the page's own storage from disk while the first render waits.
 * The drawer moves at once; the setting is stored afterwards.
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
 * How much of the window's width the drawer reserves, in CSS pixels, without the part that it covers while it
 * is hovered or slid in.
 */
export function useDrawerWidth(): number {
  const pinned = useAtomValue(pinnedAtom);
  if (useMedia(NARROW)) return SPEC.drawerClosedWidth;
  return pinned ? SPEC.drawerOpenWidth : SPEC.drawerCollapsedWidth;
}
