/** Shown instead of the cards if the notes cannot be read: the reason, and a button to try again. */
import { Button, makeStyles, Spinner } from '@fluentui/react-components';
import { Warning32Regular } from '@fluentui/react-icons/svg/warning';
import { useAtomValue } from 'jotai';
import type { JSX } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { shownSyncAtom } from '../../sync/shown-sync.ts';
import { refreshViews } from '../state/views.ts';
import { callOrShowFailure } from '../../toast/notices.ts';
import { tokens } from '../../theme/theme.ts';

// As wide as its longest text, so that the button keeps its width.
const useStyles = makeStyles({
  button: { minWidth: '132px', height: '36px', borderRadius: tokens.borderRadiusMedium },
});

const MEANWHILE = 'Inkling keeps trying. What you type meanwhile is saved on this device.';

export function Unreadable({ reason }: { readonly reason: string }): JSX.Element {
  const styles = useStyles();
  const phase = useAtomValue(shownSyncAtom)?.phase;
  const opening = phase === 'opening';
  // The first sentence names the problem, the others the remedy.
  const [wrong = reason, ...help] = reason.split(/(?<=\.)\s+/u);
  const shut = opening || phase === 'closed';
  return (
    <EmptyState
      icon={Warning32Regular}
      text={shut ? wrong : 'Notes could not be read'}
      hint={shut ? [...help, MEANWHILE].join(' ') : reason}
    >
      <Button
        className={styles.button}
        disabledFocusable={opening}
        {...(opening && { icon: <Spinner size="extra-tiny" /> })}
        onClick={tryAgain}
      >
        {opening ? 'Opening…' : 'Try again'}
      </Button>
    </EmptyState>
  );
}

function tryAgain(): void {
  callOrShowFailure('sync:now');
  refreshViews();
}
