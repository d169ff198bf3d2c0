/** The overlays: dialogs and toasts. Loaded after the screens, see `deferred-overlay.tsx`. */
import { makeStyles, Toaster } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, lazy, Suspense } from 'react';
import { DeleteForeverQuestion } from '../notes/actions/delete-forever-dialog.tsx';
import { EditDialog } from '../notes/editor/edit-dialog.tsx';
import { RefusedDialog } from '../refused/refused-dialog.tsx';
import { RemovedDialog } from '../screens/trash/removed-dialog.tsx';
import { appDialogAtom, closeAppDialog } from '../settings/app-dialog.ts';
import { NoticeToasts, TOASTER } from '../toast/notice-toasts.tsx';
import { MOST_NOTICES } from '../toast/notices.ts';
import { AppDialogs } from './app-dialogs.tsx';
import { ConfirmAccount } from './confirm-account.tsx';

const EditLabels = lazy(async () => ({ default: (await import('../labels/edit-labels.tsx')).EditLabels }));

const useStyles = makeStyles({
  toaster: { maxWidth: 'calc(100vw - 32px)' },
  // Above a dialog that was opened after a toast: otherwise a click on the toast's button would hit the dialog's backdrop
  // and close the dialog.
  aboveDialogs: { zIndex: 1_000_001 },
});

/** Overlays of the page, whoever is signed in. */
export function PageOverlays(): JSX.Element {
  const styles = useStyles();
  return (
    <>
      <Toaster
        toasterId={TOASTER}
        position="bottom-start"
        offset={{ horizontal: 24, vertical: 24 }}
        limit={MOST_NOTICES}
        mountNode={{ className: styles.aboveDialogs }}
        className={styles.toaster}
      />
      <AppDialogs />
    </>
  );
}

/** Overlays of an account, which are removed with its page. */
export function AccountOverlays(): JSX.Element {
  return (
    <>
      <LabelsDialog />
      <EditDialog />
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

/** The dialog of the account's labels, loaded when it is first opened. */
function LabelsDialog(): JSX.Element | null {
  const dialog = useAtomValue(appDialogAtom);
  if (dialog !== 'labels') return null;
  return (
    <Suspense>
      <EditLabels onClose={closeAppDialog} />
    </Suspense>
  );
}
