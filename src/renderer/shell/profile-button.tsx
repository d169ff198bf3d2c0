/** The profile icon and its pop-up: the user, the settings, the shortcuts and log out. */
import { Avatar, Button, makeStyles, mergeClasses, Persona } from '@fluentui/react-components';
import { KeyboardRegular } from '@fluentui/react-icons/svg/keyboard';
import { SettingsRegular } from '@fluentui/react-icons/svg/settings';
import { SignOutRegular } from '@fluentui/react-icons/svg/sign-out';
import { useAtomValue } from 'jotai';
import { type JSX, useState } from 'react';
import { pictureAddress, type User } from '#shared/ipc/session.ts';
import type { AppDialog } from '#shared/ipc/events.ts';
import { PopUp } from '../components/pop-up.tsx';
import { openAppDialog } from '../settings/app-dialog.ts';
import { SyncStatus } from '../sync/sync-status.tsx';
import { NARROW, ON_FORCED_COLORS, useMedia } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';
import { pinnedAtom } from './drawer-state.ts';
import { initials } from './initials.ts';
import { sessionAtom, signingOutAtom } from '../state/session.ts';

const useStyles = makeStyles({
  button: { width: '36px', minWidth: '36px', maxWidth: '36px', height: '36px', padding: '0' },
  face: { width: '32px', height: '32px' },
  portrait: {
    color: '#ffffff',
    backgroundImage: 'linear-gradient(135deg, #5f5ec9, #a04fb8)',
    [ON_FORCED_COLORS]: { border: '1px solid' },
  },
  // Letters as generated content instead of text, because the button has another name.
  letters: { '::before': { content: 'attr(data-initials)' } },
  card: { width: 'max-content', minWidth: '216px', padding: tokens.spacingVerticalS },
  person: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignContent: 'center',
    maxWidth: '296px',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalMNudge}`,
  },
  line: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  name: {
    fontSize: '15.5px',
    lineHeight: '21px',
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.1px',
  },
  email: { fontSize: '12px', lineHeight: '16px', color: tokens.colorNeutralForeground3 },
  sync: { padding: `0 ${tokens.spacingHorizontalMNudge}`, marginBottom: tokens.spacingVerticalXS },
  failed: {
    maxWidth: '272px',
    margin: `${tokens.spacingVerticalXS} 0`,
    padding: `0 ${tokens.spacingHorizontalMNudge}`,
    fontSize: '12px',
    lineHeight: '16px',
    color: tokens.colorStatusWarningForeground1,
  },
  actions: {
    marginTop: tokens.spacingVerticalS,
    paddingTop: tokens.spacingVerticalS,
    borderTop: `1px solid ${tokens.colorCardStroke}`,
  },
  action: {
    display: 'flex',
    justifyContent: 'flex-start',
    gap: tokens.spacingHorizontalM,
    width: '100%',
    maxWidth: 'none',
    height: '36px',
    padding: `0 ${tokens.spacingHorizontalMNudge}`,
    border: '0',
    borderRadius: tokens.borderRadiusMedium,
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground1,
    ':hover': { color: tokens.colorNeutralForeground1, backgroundColor: tokens.colorSubtleBackgroundHover },
    ':hover:active': {
      color: tokens.colorNeutralForeground1,
      backgroundColor: tokens.colorSubtleBackgroundHover,
    },
  },
});

const SIGN_OUT_FAILED = 'You are still signed in: your sign-in could not be removed from this computer.';

interface ProfileButtonProps {
  readonly user: User;
  readonly onLogOut: () => void;
}

export function ProfileButton({ user, onLogOut }: ProfileButtonProps): JSX.Element {
  const styles = useStyles();
  const signingOut = useAtomValue(signingOutAtom);
  const session = useAtomValue(sessionAtom);
  const isSignOutFailed = session.status === 'signed-in' && session.signOutFailed === true;
  const narrow = useMedia(NARROW);
  const pinned = useAtomValue(pinnedAtom);
  /** The button, while its pop-up is open. */
  const [anchor, setAnchor] = useState<Element | null>(null);
  const close = (): void => setAnchor(null);
  const { name, email, picture } = user;
  const portrait = {
    'aria-hidden': true,
    initials: {
      className: styles.portrait,
      children: <span data-initials={initials(name, email)} className={styles.letters} />,
    },
    ...(picture !== null && { image: { src: pictureAddress(picture) } }),
  };
  const openDialog = (dialog: AppDialog): void => {
    close();
    // After the button has the focus again, so that the dialog can return the focus to it.
    requestAnimationFrame(() => openAppDialog(dialog));
  };
  return (
    <>
      <Button
        appearance="subtle"
        shape="circular"
        className={styles.button}
        icon={{ className: styles.face, children: <Avatar size={32} {...portrait} /> }}
        aria-label="Profile"
        aria-haspopup="dialog"
        data-tooltip
        onClick={({ currentTarget }) => setAnchor(anchor === null ? currentTarget : null)}
      />
      {anchor !== null && (
        <PopUp name="Profile" anchor={anchor} className={styles.card} onClose={close}>
          <Persona
            size="huge"
            textAlignment="center"
            className={styles.person}
            avatar={{ size: 48, ...portrait }}
            primaryText={{
              className: mergeClasses(styles.line, styles.name),
              title: user.name,
              children: user.name,
            }}
            secondaryText={{
              className: mergeClasses(styles.line, styles.email),
              title: user.email,
              children: user.email,
            }}
          />
          {isSignOutFailed && <p className={styles.failed}>{SIGN_OUT_FAILED}</p>}
          {/* The open drawer already shows this text. */}
          {(narrow || !pinned) && <SyncStatus className={styles.sync} />}
          <div className={styles.actions}>
            <Button
              data-first-focus
              appearance="subtle"
              className={styles.action}
              icon={<SettingsRegular />}
              onClick={() => openDialog('settings')}
            >
              Settings
            </Button>
            <Button
              appearance="subtle"
              className={styles.action}
              icon={<KeyboardRegular />}
              onClick={() => openDialog('shortcuts')}
            >
              Keyboard shortcuts
            </Button>
            <Button
              appearance="subtle"
              className={styles.action}
              icon={<SignOutRegular />}
              onClick={onLogOut}
              disabledFocusable={signingOut}
            >
              {signingOut ? 'Logging out…' : 'Log out'}
            </Button>
          </div>
        </PopUp>
      )}
    </>
  );
}
