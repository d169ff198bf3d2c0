/** What all guarded screens share (spec §2): the top bar, the drawer and the scrolling main area. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, useRef } from 'react';
import { Outlet } from 'react-router-dom';
import { SPEC } from '#shared/spec.ts';
import type { User } from '#shared/session.ts';
import { ExpiredNotice } from '../session/expired-notice.tsx';
import { NARROW, useMedia } from '../theme/media.ts';
import { springEasing } from '../theme/motion.ts';
import { ink } from '../theme/theme.ts';
import { Drawer } from './drawer.tsx';
import { pinnedAtom } from './drawer-state.ts';
import { ScrollerProvider } from './scroller.ts';
import { ShortcutList } from './shortcut-list.tsx';
import { TopBar } from './top-bar.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%' },
  middle: { position: 'relative', flexGrow: 1, minHeight: '0' },
  main: {
    boxSizing: 'border-box',
    position: 'relative',
    height: '100%',
    padding: '4px 28px 28px',
    overflowX: 'hidden',
    overflowY: 'auto',
    overflowAnchor: 'none',
    scrollbarGutter: 'stable',
    scrollbarWidth: 'thin',
    scrollbarColor: `${ink.controlLine} transparent`,
  },
  wide: {
    transitionProperty: 'margin-left',
    transitionDuration: `${SPEC.wideDrawerTransition}ms`,
    transitionTimingFunction: springEasing(),
  },
  narrow: { padding: '4px 14px 20px', scrollbarGutter: 'auto' },
});

interface LayoutProps {
  readonly user: User;
  readonly expired: boolean;
}

export function Layout({ user, expired }: LayoutProps): JSX.Element {
  const styles = useStyles();
  const narrow = useMedia(NARROW);
  const pinned = useAtomValue(pinnedAtom);
  const mainRef = useRef<HTMLElement>(null);
  const drawerWidth = pinned ? SPEC.drawerOpenWidth : SPEC.drawerCollapsedWidth;
  return (
    <div className={styles.root}>
      <TopBar user={user} />
      {expired && <ExpiredNotice />}
      <div className={styles.middle}>
        <Drawer />
        <main
          ref={mainRef}
          className={mergeClasses(styles.main, narrow ? styles.narrow : styles.wide)}
          style={{ marginLeft: narrow ? SPEC.drawerClosedWidth : drawerWidth }}
        >
          <ScrollerProvider value={mainRef}>
            <Outlet />
          </ScrollerProvider>
        </main>
      </div>
      <ShortcutList />
    </div>
  );
}
