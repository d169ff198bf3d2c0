/** What logging out takes from this device, and the button that stays; shown during the logout delay (spec §2). */
import { makeStyles } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, useEffect } from 'react';
import type { SyncState } from '#shared/ipc/sync-state.ts';
import { shownSyncAtom } from '../sync/shown-sync.ts';
import { ToastAction, toastPaper } from '../toast/toast-action.tsx';
import { stayAtom } from './sign-out.ts';

const useStyles = makeStyles({
  root: {
    position: 'fixed',
    insetInlineStart: '24px',
    bottom: '24px',
    // Above dialogs and toasts: it is gone in a second.
    zIndex: 1_000_002,
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    maxWidth: 'calc(100vw - 48px)',
    padding: '12px 12px 12px 16px',
    ...toastPaper,
    fontSize: '14px',
    lineHeight: '20px',
  },
  heading: { display: 'block', fontWeight: 600 },
});

export function Leaving(): JSX.Element | null {
  const styles = useStyles();
  const leaving = useAtomValue(stayAtom);
  const sync = useAtomValue(shownSyncAtom);
  useEffect(() => {
    if (leaving === null) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      leaving.stay();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [leaving]);
  if (leaving === null) return null;
  return (
    <div role="alert" className={styles.root}>
      <span>
        <span className={styles.heading}>Logging out…</span>
        {consequence(sync)}
      </span>
      <ToastAction onClick={leaving.stay}>Stay</ToastAction>
    </div>
  );
}

/** A sign-out removes the account from this device, unless the cloud lacks something of it (S11). */
function consequence(sync: SyncState | null): string {
  return sync !== null && sync.pending > 0
    ? 'Your notes stay on this device until the cloud has all of them.'
    : 'Your notes go from this device, and stay in the cloud.';
}
