/** What all guarded screens share (spec §2): the top bar, the drawer and the scrolling main area. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, type RefObject, useLayoutEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { SPEC } from '#shared/spec.ts';
import type { User } from '#shared/session.ts';
import { VisuallyHidden } from '../components/visually-hidden.tsx';
import { LIST_INFO, listAt } from '../notes/state/lists.ts';
import { MarkMenus } from '../notes/actions/mark-menu.tsx';
import { SelectionBar } from '../notes/list/selection-bar.tsx';
import { AccountProvider } from '../session/account.ts';
import { SyncAnnouncement } from '../sync/sync-announcement.tsx';
import { NARROW, REDUCED_MOTION, useMedia } from '../theme/media.ts';
import { springEasing } from '../theme/motion.ts';
import { Drawer } from './drawer.tsx';
import { pinnedAtom } from './drawer-state.ts';
import { Leaving } from '../sign-out/leaving.tsx';
import { Notices } from './notices.tsx';
import { DeferredOverlay } from './deferred-overlay.tsx';
import { TopBar } from './top-bar.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%' },
  middle: { position: 'relative', flexGrow: 1, minHeight: '0', overflow: 'clip' },
  main: {
    boxSizing: 'border-box',
    position: 'relative',
    height: '100%',
    padding: '8px 28px 28px',
    overflowX: 'hidden',
    overflowY: 'auto',
    overflowAnchor: 'none',
    scrollbarGutter: 'stable',
    // Changes in here are laid out alone: laying out the drawer, which may have hundreds of labels, took most of the time.
    contain: 'strict',
  },
  narrow: { padding: '8px 14px 20px', scrollbarGutter: 'auto' },
});

export function Layout({ user }: { readonly user: User }): JSX.Element {
  const styles = useStyles();
  const narrow = useMedia(NARROW);
  const pinned = useAtomValue(pinnedAtom);
  const mainRef = useRef<HTMLElement>(null);
  const pinnedWidth = pinned ? SPEC.drawerOpenWidth : SPEC.drawerCollapsedWidth;
  const left = narrow ? SPEC.drawerClosedWidth : pinnedWidth;
  useGlide(mainRef, left);
  return (
    <AccountProvider value={user.uid}>
      <div className={styles.root}>
        <SelectionBar>
          <TopBar user={user} />
        </SelectionBar>
        <Notices />
        <div className={styles.middle}>
          <Drawer />
          <main
            ref={mainRef}
            className={mergeClasses(styles.main, narrow && styles.narrow)}
            style={{ marginLeft: left }}
          >
            <ScreenName />
            <Outlet />
          </main>
        </div>
        <MarkMenus />
        <SyncAnnouncement />
        <Leaving />
        <DeferredOverlay name="AccountOverlays" />
      </div>
    </AccountProvider>
  );
}

/** The screen's heading for screen readers; the drawer, or in a narrow window the top bar, shows it on the screen. */
function ScreenName(): JSX.Element | null {
  const { pathname } = useLocation();
  const list = listAt(pathname);
  return list === undefined ? null : <VisuallyHidden as="h1">{LIST_INFO[list].name}</VisuallyHidden>;
}

/**
 * Animates an element to its new place beside the drawer. The element is laid out once, at once; only its transform is
 * animated, so that the cards are not laid out again in each frame.
 * @param left the left edge of the element, in CSS pixels; a change of it is animated
 */
function useGlide(ref: RefObject<HTMLElement | null>, left: number): void {
  const before = useRef(left);
  useLayoutEffect(() => {
    const from = before.current - left;
    before.current = left;
    const element = ref.current;
    if (from === 0 || element === null || matchMedia(REDUCED_MOTION).matches) return undefined;
    const animation = element.animate([{ transform: `translateX(${from}px)` }, { transform: 'none' }], {
      duration: SPEC.wideDrawerTransition,
      easing: springEasing(),
    });
    return () => animation.cancel();
  }, [ref, left]);
}
