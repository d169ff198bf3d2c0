/**
 * Shown instead of the cards if the notes cannot be read: the reason, a button to try again, and under Details
 * the file.
 */
import { Button, makeStyles, Spinner } from '@fluentui/react-components';
import { Warning32Regular } from '@fluentui/react-icons/svg/warning';
import { useAtomValue } from 'jotai';
import { type JSX, useState } from 'react';
import { call } from '../../bridge/client.ts';
import { useAnswer } from '../../bridge/use-answer.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { shownSyncAtom } from '../../sync/shown-sync.ts';
import { refreshViews } from '../state/views.ts';
import { callOrShowFailure } from '../../toast/notices.ts';
import { tokens } from '../../theme/theme.ts';

// As wide as its longest text, so that the button keeps its width.
const useStyles = makeStyles({
  button: { minWidth: '132px', height: '36px', borderRadius: tokens.borderRadiusMedium },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: tokens.spacingHorizontalS },
  file: { maxWidth: '480px', margin: '0', fontSize: '13px', lineHeight: '20px', overflowWrap: 'anywhere' },
  // A line of its own can be copied by a triple click.
  path: { display: 'block' },
});

const MEANWHILE = 'Inkling keeps trying. What you type meanwhile is saved on this device.';

export function Unreadable({ reason }: { readonly reason: string }): JSX.Element {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
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
      <div className={styles.actions}>
        <Button
          className={styles.button}
          disabledFocusable={opening}
          {...(opening && { icon: <Spinner size="extra-tiny" /> })}
          onClick={tryAgain}
        >
          {opening ? 'Opening…' : 'Try again'}
        </Button>
        <Button className={styles.button} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Details
        </Button>
      </div>
      {isOpen && <NotesFile />}
    </EmptyState>
  );
}

function NotesFile(): JSX.Element | null {
  const styles = useStyles();
  const { value: file } = useAnswer(askFile);
  if (file === null) return null;
  return (
    <p className={styles.file}>
      The notes are in <span className={styles.path}>{file}</span>
    </p>
  );
}

function askFile(): Promise<string | null> {
  return call('notes:file');
}

function tryAgain(): void {
  callOrShowFailure('sync:now');
  refreshViews();
}
