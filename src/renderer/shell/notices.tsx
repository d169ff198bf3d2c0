/** Notices between the top bar and the notes. Each stays until its reason has passed or somebody has answered it. */
import { Button, makeStyles, Spinner } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import type { JSX } from 'react';
import { formatCount } from '#shared/count.ts';
import { OBSTACLE_WORDS } from '#shared/obstacle.ts';
import type { SettingsState } from '#shared/settings.ts';
import { PLATFORM } from '../keyboard/shortcuts.ts';
import { progressAtom } from '../selection/progress.ts';
import { signIn } from '../session/sign-in.ts';
import { sessionAtom } from '../session/state.ts';
import { shownKeys } from '../settings/accelerator.ts';
import { openShortcutSetting } from '../settings/app-dialog.ts';
import { useUntoldKeys } from '../settings/refused-keys.ts';
import { changeSettings, settingsAtom } from '../settings/state.ts';
import { shownSyncAtom } from '../sync/shown-sync.ts';
import { syncAtom } from '../sync/state.ts';
import { ink } from '../theme/theme.ts';

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
  button: { minWidth: '64px' },
  question: { maxWidth: '620px' },
  choices: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '8px' },
});

export function Notices(): JSX.Element {
  const settings = useAtomValue(settingsAtom);
  return (
    <>
      <BulkNotice />
      <ExpiredNotice />
      <ObstacleNotice />
      <UnprotectedNotice />
      {settings !== null && <ShortcutNotice {...settings} />}
    </>
  );
}

/** The progress of an action on very many notes, and a button to stop it. Shows nothing if one request does all of it. */
function BulkNotice(): JSX.Element | null {
  const styles = useStyles();
  const progress = useAtomValue(progressAtom);
  if (progress === null) return null;
  const { doing, done, total, stop } = progress;
  return (
    <div className={styles.root}>
      {/* Not announced: a screen reader would say a hundred numbers. */}
      <span>
        {doing} {formatCount(done)} of {formatCount(total)}…
      </span>
      <Button className={styles.button} onClick={stop}>
        Stop
      </Button>
    </div>
  );
}

/** Asks quietly to sign in again: until then everything works on this device. Hidden while the session is valid and accepted. */
function ExpiredNotice(): JSX.Element | null {
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

        {...(signingIn && { icon: <Spinner size="extra-tiny" aria-label="Waiting for the browser" /> })}
        onClick={() => void signIn()}
      >
        Sign in again
      </Button>
    </output>
  );
}

/** Why the notes do not reach the cloud, if a person can do something about it. Shows nothing while that is unknown. */
function ObstacleNotice(): JSX.Element | null {
  const styles = useStyles();
  const obstacle = useAtomValue(shownSyncAtom)?.obstacle;
  if (obstacle === undefined) return null;
  return (
    <output className={styles.root}>
      <span>{OBSTACLE_WORDS[obstacle]} Your changes are kept on this device.</span>
    </output>
  );
}

/** Asks once, on a device without a key store, whether the session is to be stored all the same. */
function UnprotectedNotice(): JSX.Element | null {
  const styles = useStyles();
  const state = useAtomValue(settingsAtom);
  if (state?.sessionProtection !== 'known-key' || state.settings.storeWithoutKeyStore !== null) return null;
  return (
    <output className={styles.root}>
      <span className={styles.question}>
        No keyring is open on this computer to protect your sign-in. Inkling can store it all the same, where
        other programs that you run could use it, or ask you to sign in at each start.
      </span>
      <span className={styles.choices}>
        <Button
          className={styles.button}

          onClick={() => changeSettings({ storeWithoutKeyStore: true })}
        >
          Stay signed in
        </Button>
        <Button
          className={styles.button}

          onClick={() => changeSettings({ storeWithoutKeyStore: false })}
        >
          Sign in at each start
        </Button>
      </span>
    </output>
  );
}

/** Says once that the keys of the quick note do not work. */
function ShortcutNotice(settings: SettingsState): JSX.Element | null {
  const styles = useStyles();
  const [keys, dismiss] = useUntoldKeys(settings);
  if (keys === null) return null;
  return (
    <output className={styles.root}>
      <span>
        {shownKeys(keys, PLATFORM).join(' ')} does not open a quick note. Another program may hold these keys.
      </span>
      <span className={styles.choices}>
        <Button className={styles.button} onClick={openShortcutSetting}>
          Choose other keys
        </Button>
        <Button className={styles.button} onClick={dismiss}>
          Dismiss
        </Button>
      </span>
    </output>
  );
}
