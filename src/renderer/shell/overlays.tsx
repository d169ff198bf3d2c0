/** The overlays: dialogs and toasts. Loaded after the screens, see `deferred-overlay.tsx`. */
import { makeStyles, mergeClasses, Toaster } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, lazy, Suspense } from 'react';
import { DeleteForeverQuestion } from '../notes/actions/delete-forever-dialog.tsx';
import { CardMenu } from '../notes/card/card-menu.tsx';
import { EditDialog } from '../notes/editor/edit-dialog.tsx';
import { editingAtom } from '../notes/state/editing.ts';
import { RefusedDialog } from '../notes/list/refused-dialog.tsx';
import { RemovedDialog } from '../screens/trash/removed-dialog.tsx';
import { sessionAtom } from '../state/session.ts';
import { appDialogAtom, closeAppDialog } from '../settings/app-dialog.ts';
import { BESIDE_DRAWER } from '../theme/column.ts';
import { NARROW, useMedia } from '../theme/media.ts';
import { NoticeToasts, TOASTER } from '../toast/notice-toasts.tsx';
import { MOST_NOTICES } from '../toast/notices.ts';
import { TOAST_MARGIN, TOAST_WIDTH, useToastRoom } from '../components/toast-room.ts';
import { AppDialogs } from './app-dialogs.tsx';
import { ConfirmAccount } from './confirm-account.tsx';
import { slidInAtom } from './drawer-state.ts';

const EditLabels = lazy(async () => ({ default: (await import('./edit-labels.tsx')).EditLabels }));

const WIDTH = `min(${TOAST_WIDTH}px, 100vw - ${2 * TOAST_MARGIN}px)`;

const useStyles = makeStyles({
  toaster: {
    width: WIDTH,
    // Older notices wait behind the newest until its toast is gone. Only visible toasts take room.
    '& [role=listitem]:has([data-behind])': { position: 'absolute', visibility: 'hidden', width: '100%' },
  },
  // As far from the window's edge as the drawer is wide, unless the toast would not fit there. Fluent UI gives
  // this class also to each toast, as it was when the toast came.
  besideDrawer: {
    '&[data-toaster-position]': {
      translate: `min(${BESIDE_DRAWER - TOAST_MARGIN}px, 100vw - ${WIDTH} - ${2 * TOAST_MARGIN}px)`,
    },
  },
  // Above a dialog that opened after the toast: otherwise a click on the toast's button would hit the
  // backdrop and close the dialog.
  aboveDialogs: { zIndex: 1_000_001 },
  belowDrawer: { zIndex: 1 },
});

/**
 * The toasts of the page, for any account. In a wide window, a toast leaves room for the open drawer at its
 * left, even while the drawer is collapsed, because hovering opens it. If the toast is too wide for that, the
 * drawer ends above it. A slid-in drawer covers the toast. While a note is open, the drawer cannot be used.
 */
export function PageOverlays(): JSX.Element {
  const styles = useStyles();
  useToastRoom();
  const isSlidIn = useAtomValue(slidInAtom);
  const isSignedIn = useAtomValue(sessionAtom).status === 'signed-in';
  const isNoteOpen = useAtomValue(editingAtom) !== null;
  const isBesideDrawer = !useMedia(NARROW) && isSignedIn && !isNoteOpen;
  return (
    <Toaster
      toasterId={TOASTER}
      position="bottom-start"
      offset={{ horizontal: TOAST_MARGIN, vertical: TOAST_MARGIN }}
      limit={MOST_NOTICES}
      mountNode={{ className: isSlidIn ? styles.belowDrawer : styles.aboveDialogs }}
      className={mergeClasses(styles.toaster, isBesideDrawer && styles.besideDrawer)}
    />
  );
}

/**
 * Overlays of an account, which unmount with its page. All dialogs are among them, because visitors see only
 * the sign-up screen (spec §6).
 */
export function AccountOverlays(): JSX.Element {
  return (
    <>
      <AppDialogs />
      <LabelsDialog />
      <EditDialog />
      <CardMenu />
      <DeleteForeverQuestion />
      <RefusedDialog />
      <RemovedDialog />
      <NoticeToasts />
      <ConfirmAccount />
    </>
  );
}

/** Overlays of the sign-up screen: only toasts. */
export function SignUpOverlays(): JSX.Element {
  return <NoticeToasts />;
}

/** The dialog of the account's labels, loaded when it first opens. */
function LabelsDialog(): JSX.Element | null {
  const dialog = useAtomValue(appDialogAtom);
  if (dialog !== 'labels') return null;
  return (
    <Suspense>
      <EditLabels onClose={closeAppDialog} />
    </Suspense>
  );
}
