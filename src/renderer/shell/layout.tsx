/** The frame of all guarded screens (spec §2): the top bar, the drawer and the scrolling main area. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, useRef } from 'react';
import { Outlet } from 'react-router-dom';
import type { User } from '#shared/ipc/session.ts';
import { useAppCommand } from '../keyboard/use-app-command.ts';
import { useShortcut } from '../keyboard/use-shortcut.ts';
import { MarkMenus } from '../notes/actions/mark-menu.tsx';
import { SelectionBar } from '../notes/list/selection-bar.tsx';
import { selectionAtom } from '../selection/state.ts';
import { AccountProvider } from '../session/account.ts';
import { SyncAnnouncement } from '../sync/sync-announcement.tsx';
import { openAppDialog } from '../settings/app-dialog.ts';
import { useColumnStyles } from '../theme/column.ts';
import { NARROW, useMedia } from '../theme/media.ts';
import { TOAST_ROOM } from '../components/toast-room.ts';
import { redoLast, undoLast, undoNewest } from '../toast/undo.ts';
import { Drawer } from './drawer.tsx';
import { useDrawerWidth } from './drawer-state.ts';
import { useGlide } from './glide.ts';
import { Notices } from './notices.tsx';
import { DeferredOverlay } from './deferred-overlay.tsx';
import { ScreenName } from './screen-name.tsx';
import { TopBar } from './top-bar.tsx';
import { tokens } from '../theme/theme.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%' },
  middle: { position: 'relative', flexGrow: 1, minHeight: '0', overflow: 'clip' },
  main: {
    position: 'relative',
    height: '100%',
    paddingTop: tokens.spacingVerticalS,
    // The last cards can be scrolled above a toast.
    paddingBottom: `calc(28px + ${TOAST_ROOM})`,
    overflowX: 'hidden',
    overflowY: 'auto',
    overflowAnchor: 'none',
    // Limits layout to the main area: laying out the drawer, which may have hundreds of labels, took most of
    // the time.
    contain: 'strict',
  },
  narrow: { padding: `8px 14px calc(20px + ${TOAST_ROOM})`, scrollbarGutter: 'auto' },
});

export function Layout({ user }: { readonly user: User }): JSX.Element {
  usePageKeys();
  const styles = useStyles();
  const columns = useColumnStyles();
  const narrow = useMedia(NARROW);
  const isSelecting = useAtomValue(selectionAtom) !== null;
  const mainRef = useRef<HTMLElement>(null);
  const drawerWidth = useDrawerWidth();
  useGlide(mainRef, drawerWidth);
  return (
    <AccountProvider value={user.uid}>
      <div className={styles.root}>
        {/* The selection bar hides the top bar, which has the heading. */}
        {isSelecting && <ScreenName isHidden />}
        <SelectionBar>
          <TopBar user={user} />
        </SelectionBar>
        <Notices />
        <div className={styles.middle}>
          <Drawer />
          <main
            ref={mainRef}
            className={mergeClasses(columns.board, styles.main, narrow && styles.narrow)}
            style={{ marginLeft: drawerWidth }}
          >
            <Outlet />
          </main>
        </div>
        <MarkMenus />
        <SyncAnnouncement />
        <DeferredOverlay name="AccountOverlays" />
      </div>
    </AccountProvider>
  );
}

function usePageKeys(): void {
  useShortcut(['shortcuts'], () => {
    openAppDialog('shortcuts');
    return true;
  });
  useShortcut(['undo-offered'], undoNewest);
  useAppCommand('undo', undoLast);
  useAppCommand('redo', redoLast);
}
