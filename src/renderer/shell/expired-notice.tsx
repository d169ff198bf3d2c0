/** Asks quietly to sign in again; until then everything works on this device. */
import { Button, makeStyles, Spinner } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import type { JSX } from 'react';
import { syncAtom } from '../sync/state.ts';
import { ink } from '../theme/theme.ts';
import { signIn } from '../session/sign-in.ts';
import { sessionAtom } from '../session/state.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '4px 12px',
    padding: '0 16px 8px',
    fontSize: '13px',
    lineHeight: '20px',
    textAlign: 'center',
    textWrap: 'balance',
    color: ink.body,
  },
  button: { height: '32px' },
});

/** Nothing while the session is good and the cloud takes it. */
export function ExpiredNotice(): JSX.Element | null {
  const styles = useStyles();
  const session = useAtomValue(sessionAtom);
  const sync = useAtomValue(syncAtom);
  if (session.status !== 'signed-in') return null;
  const { signingIn, expired } = session;
  // Google may go on renewing a session that the cloud refuses.
  if (!expired && sync?.phase !== 'session-expired') return null;
  const reason = expired ? 'Your session has ended.' : 'The cloud no longer accepts your sign-in.';
  return (
    <output className={styles.root}>
      <span>
        {signingIn
          ? 'Continue in your browser. Click again to start over.'
          : `${reason} Notes stay on this device until you sign in again.`}
      </span>
      <Button
        className={styles.button}
        size="small"
        {...(signingIn && { icon: <Spinner size="extra-tiny" aria-label="Waiting for the browser" /> })}
        onClick={() => void signIn()}
      >
        Sign in again
      </Button>
    </output>
  );
}
