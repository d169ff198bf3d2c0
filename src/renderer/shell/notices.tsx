/**
 * Notices between the top bar and the notes. Each stays until its reason is gone or the user has answered it.
 */
import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Spinner,
} from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, type ReactNode, useState } from 'react';
import { CLOUD_REFUSAL_REMEDIES, CLOUD_REFUSAL_WORDS } from '#shared/base/cloud-refusal.ts';
import { OBSTACLE_WORDS } from '#shared/base/obstacle.ts';
import { countOf } from '#shared/base/count.ts';
import { sentenceOf } from '#shared/base/reasons.ts';
import type { SettingsState } from '#shared/ipc/settings.ts';
import type { Uid } from '#shared/note/note.ts';
import { call } from '../bridge/client.ts';
import { PLATFORM } from '../keyboard/shortcuts.ts';
import { COPY_ADDRESS, copyAddress, useSignInAdvice } from '../session/copy-address.ts';
import { signIn } from '../session/sign-in.ts';
import { sessionAtom } from '../state/session.ts';
import { shownKeys } from '../settings/accelerator.ts';
import { openShortcutSetting } from '../settings/app-dialog.ts';
import { useUntoldKeys } from '../settings/refused-keys.ts';
import { changeSettings, settingsAtom } from '../settings/state.ts';
import { shownSyncAtom } from '../sync/shown-sync.ts';
import { isServed, syncAtom } from '../sync/state.ts';
import { tokens } from '../theme/theme.ts';
import { callOrShowFailure, showFailure } from '../toast/notices.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'center',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    minHeight: '0',
    padding: `0 ${tokens.spacingHorizontalL} ${tokens.spacingVerticalS}`,
    border: '0',
    backgroundColor: 'transparent',
    fontSize: '13px',
    lineHeight: '20px',
    textAlign: 'center',
    textWrap: 'balance',
    whiteSpace: 'normal',
    color: tokens.colorNeutralForeground2,
  },
  words: { maxWidth: '620px', padding: '0', fontSize: 'inherit' },
  actions: {
    flexWrap: 'wrap',
    justifyContent: 'center',
    margin: '0',
    padding: '0',
    gap: tokens.spacingHorizontalS,
  },
  button: { minWidth: '64px' },
});

interface Answer {
  readonly name: string;
  readonly onClick: () => void;
  readonly icon?: JSX.Element;
  readonly 'aria-expanded'?: boolean;
}

interface NoticeProps {
  readonly answers?: readonly Answer[];
  readonly children: ReactNode;
}

function Notice({ answers, children }: NoticeProps): JSX.Element {
  const styles = useStyles();
  return (
    <MessageBar
      layout="singleline"
      icon={null}
      className={styles.root}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Fluent UI chooses the element
      role="status"
      aria-labelledby={undefined}
    >
      <MessageBarBody className={styles.words}>{children}</MessageBarBody>
      {answers !== undefined && (
        <MessageBarActions className={styles.actions}>
          {answers.map(({ name, ...button }) => (
            <Button key={name} size="medium" className={styles.button} {...button}>
              {name}
            </Button>
          ))}
        </MessageBarActions>
      )}
    </MessageBar>
  );
}

export function Notices(): JSX.Element {
  const settings = useAtomValue(settingsAtom);
  return (
    <>
      <ExpiredNotice />
      <ObstacleNotice />
      <RefusalNotice />
      <MissingNotice />
      <UnprotectedNotice />
      {settings !== null && <ShortcutNotice {...settings} />}
    </>
  );
}

/** Asks to sign in again; everything on this device works meanwhile. Hidden while the session is accepted. */
function ExpiredNotice(): JSX.Element | null {
  const session = useAtomValue(sessionAtom);
  const sync = useAtomValue(syncAtom);
  const advice = useSignInAdvice();
  if (session.status !== 'signed-in') return null;
  const { signingIn, expired } = session;
  // The cloud may refuse a session that Google still renews.
  if (!expired && sync?.phase !== 'session-expired') return null;
  const reason = expired ? 'Your session has ended.' : 'The cloud no longer accepts your sign-in.';
  return (
    <Notice
      answers={[
        {
          name: 'Sign in again',
          onClick: () => void signIn(),
          ...(signingIn && { icon: <Spinner size="extra-tiny" aria-label="Waiting for the browser" /> }),
        },
        ...(signingIn ? [{ name: COPY_ADDRESS, onClick: copyAddress }] : []),
      ]}
    >
      {signingIn ? advice : `${reason} Your changes stay on this device until you sign in again.`}
    </Notice>
  );
}

/**
 * Why the notes do not reach the cloud, if the user can do something about it. Hidden while that is unknown.
 */
function ObstacleNotice(): JSX.Element | null {
  const obstacle = useAtomValue(shownSyncAtom)?.obstacle;
  if (obstacle === undefined) return null;
  return <Notice>{OBSTACLE_WORDS[obstacle]} Your changes are safe on this device.</Notice>;
}

/** Says why the cloud refuses and what its owner can do, and under Details its status. */
function RefusalNotice(): JSX.Element | null {
  const refusal = useAtomValue(shownSyncAtom)?.refusal;
  const [isOpen, setOpen] = useState(false);
  if (refusal === undefined) return null;
  const { cause, status } = refusal;
  return (
    <Notice
      answers={[
        { name: 'Try again', onClick: () => callOrShowFailure('sync:now') },
        { name: 'Details', onClick: () => setOpen(!isOpen), 'aria-expanded': isOpen },
      ]}
    >
      The cloud refuses. {CLOUD_REFUSAL_WORDS[cause]} {CLOUD_REFUSAL_REMEDIES[cause]} Your changes are safe on
      this device.
      {isOpen && ` ${sentenceOf({ id: 'cloud-status', status })}`}
    </Notice>
  );
}

/** Asks whether missing notes (S13.7) should come back. Stays until it is answered. */
function MissingNotice(): JSX.Element | null {
  const sync = useAtomValue(shownSyncAtom);
  const session = useAtomValue(sessionAtom);
  const missing = sync?.missing ?? 0;
  if (sync === null || missing === 0 || !isServed(sync) || session.status !== 'signed-in') return null;
  const { uid } = session.user;
  return (
    <Notice
      answers={[
        { name: 'Bring them back', onClick: () => void bringBack(uid).catch(showFailure) },
        { name: 'Dismiss', onClick: () => callOrShowFailure('missing:dismiss', uid) },
      ]}
    >
      {countOf(missing, 'note')} {missing === 1 ? 'is' : 'are'} no longer in the cloud. Their words stay on
      this device until you answer.
    </Notice>
  );
}

/** Each request takes a limited number of notes, so that others are answered in between. */
async function bringBack(uid: Uid): Promise<void> {
  while ((await call('missing:restore', uid)) > 0) continue;
}

/** Asks once, on a device without a key store, whether to store the session anyway. */
function UnprotectedNotice(): JSX.Element | null {
  const state = useAtomValue(settingsAtom);
  if (state?.sessionProtection !== 'known-key' || state.settings.storeWithoutKeyStore !== null) return null;
  return (
    <Notice
      answers={[
        { name: 'Stay signed in', onClick: () => changeSettings({ storeWithoutKeyStore: true }) },
        { name: 'Sign in at each start', onClick: () => changeSettings({ storeWithoutKeyStore: false }) },
      ]}
    >
      No keyring is open on this computer to protect your sign-in. Inkling can store it anyway, where other
      programs you run could use it, or ask you to sign in at each start.
    </Notice>
  );
}

function ShortcutNotice(settings: SettingsState): JSX.Element | null {
  const [keys, dismiss] = useUntoldKeys(settings);
  if (keys === null) return null;
  return (
    <Notice
      answers={[
        { name: 'Choose other keys', onClick: openShortcutSetting },
        { name: 'Dismiss', onClick: dismiss },
      ]}
    >
      {shownKeys(keys, PLATFORM).join(' ')} does not open a quick note. Another program may be using these
      keys.
    </Notice>
  );
}
