/** The overlays: dialogs and toasts. Loaded after the screens, see `deferred-overlay.tsx`. */
import { makeStyles, mergeClasses, Toaster } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, lazy, Suspense } from 'react';
import { SPEC } from '#shared/base/spec.ts';
import { DeleteForeverQuestion } from '../notes/actions/delete-forever-dialog.tsx';
import { CardMenu } from '../notes/card/card-menu.tsx';
import { EditDialog } from '../notes/editor/edit-dialog.tsx';
import { editingAtom } from '../notes/state/editing.ts';
import { RefusedDialog } from '../notes/list/refused-dialog.tsx';
import { RemovedDialog } from '../screens/trash/removed-dialog.tsx';
import { sessionAtom } from '../state/session.ts';
import { appDialogAtom, closeAppDialog } from '../settings/app-dialog.ts';
import { NARROW, useMedia } from '../theme/media.ts';
import { NoticeToasts, TOASTER } from '../toast/notice-toasts.tsx';
import { MOST_NOTICES } from '../toast/notices.ts';
import { AppDialogs } from './app-dialogs.tsx';
import { ConfirmAccount } from './confirm-account.tsx';
import { slidInAtom } from './drawer-state.ts';

const EditLabels = lazy(async () => ({ default: (await import('./edit-labels.tsx')).EditLabels }));

/** Where the board beside the open drawer begins, in CSS pixels. */
const BESIDE_DRAWER = SPEC.drawerOpenWidth + 28;

const useStyles = makeStyles({
  toaster: { maxWidth: 'calc(100vw - 32px)' },
  besideDrawer: { maxWidth: `calc(100vw - ${BESIDE_DRAWER + 16}px)` },
  // Above a dialog that opened after the toast: otherwise a click on the toast's button would hit the
  // backdrop and close the dialog.
  aboveDialogs: { zIndex: 1_000_001 },
  belowDrawer: { zIndex: 1 },
});

/**
 * The toasts of the page, for any account. A toast never covers the drawer. In a wide window, it leaves room
 * for the open drawer at its left, even while the drawer is collapsed, because hovering opens it; a slid-in
 * drawer covers the toast. While a note is open, the drawer cannot be used, and the toast makes room for the
 * note's buttons instead.
 */
export function PageOverlays(): JSX.Element {
  const styles = useStyles();
  const isSlidIn = useAtomValue(slidInAtom);
  const isSignedIn = useAtomValue(sessionAtom).status === 'signed-in';
  const isNoteOpen = useAtomValue(editingAtom) !== null;
  const isBesideDrawer = !useMedia(NARROW) && isSignedIn && !isNoteOpen;
  return (
    <Toaster
      toasterId={TOASTER}
      position="bottom-start"
      offset={{ horizontal: isBesideDrawer ? BESIDE_DRAWER : 24, vertical: 24 }}
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
