/** The profile icon and its small card: who is signed in, the sync state, the settings, the shortcuts and log out. */
import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { KeyboardRegular } from '@fluentui/react-icons/svg/keyboard';
import { SettingsRegular } from '@fluentui/react-icons/svg/settings';
import { SignOutRegular } from '@fluentui/react-icons/svg/sign-out';
import { useAtomValue } from 'jotai';
import { type JSX, useState } from 'react';
import type { User } from '#shared/session.ts';
import type { AppDialog } from '#shared/ipc/events.ts';
import { PopUp } from '../components/pop-up.tsx';
import { openAppDialog } from '../settings/app-dialog.ts';
import { SyncStatus } from '../sync/sync-status.tsx';
import { focusRing } from '../theme/focus.ts';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { ink } from '../theme/theme.ts';
import { initials } from './initials.ts';
import { signingOutAtom } from '../session/state.ts';

const useStyles = makeStyles({
  button: {
    flexShrink: 0,
    padding: '2px',
    border: '0',
    borderRadius: '50%',
    backgroundColor: 'transparent',
    cursor: 'pointer',
    ':hover': { backgroundColor: ink.hover },
    ...focusRing,
  },
  portrait: {
    display: 'grid',
    placeItems: 'center',
    width: '32px',
    height: '32px',
    borderRadius: '50%',
    overflow: 'hidden',
    color: '#ffffff',
    backgroundImage: 'linear-gradient(135deg, #5f5ec9, #a04fb8)',
    fontSize: '14px',
    fontWeight: 600,
    // A picture of letters, not text, because the button's name is another.
    '::before': { content: 'attr(data-initials)', gridArea: '1 / 1' },
    [ON_FORCED_COLORS]: { border: '1px solid' },
  },
  large: { width: '48px', height: '48px', fontSize: '16px' },
  picture: { gridArea: '1 / 1', width: '100%', height: '100%', objectFit: 'cover', zIndex: 1 },
  card: {
    width: '272px',
    padding: '20px',
    borderRadius: '18px',
  },
  person: { display: 'grid', gridTemplateColumns: '48px 1fr', gap: '14px', alignItems: 'center' },
  names: { minWidth: '0' },
  line: { margin: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  name: { fontSize: '15.5px', lineHeight: '21px', fontWeight: 640, letterSpacing: '-0.1px' },
  email: { fontSize: '12px', lineHeight: '16px', color: ink.quiet },
  sync: { margin: '16px 0 12px' },
  action: { width: '100%', height: '38px', fontWeight: 600 },
  above: { marginBottom: '8px' },
});

interface ProfileButtonProps {
  readonly user: User;
  readonly onLogOut: () => void;
}

export function ProfileButton({ user, onLogOut }: ProfileButtonProps): JSX.Element {
  const styles = useStyles();
  const signingOut = useAtomValue(signingOutAtom);
  /** The button, while its card is open. */
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const close = (): void => setAnchor(null);
  const openDialog = (dialog: AppDialog): void => {
    close();
    // After the button has the focus back, so that the dialog returns the focus to the button.
    requestAnimationFrame(() => openAppDialog(dialog));
  };
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label="Profile"
        aria-haspopup="dialog"
        data-tooltip
        onClick={({ currentTarget }) => setAnchor(anchor === null ? currentTarget : null)}
      >
        <Portrait user={user} />
      </button>
      {anchor !== null && (
        <PopUp name="Profile" anchor={anchor} className={styles.card} onClose={close}>
          <div className={styles.person}>
            <Portrait user={user} large />
            <div className={styles.names}>
              <p className={mergeClasses(styles.line, styles.name)} title={user.name}>
                {user.name}
              </p>
              <p className={mergeClasses(styles.line, styles.email)} title={user.email}>
                {user.email}
              </p>
            </div>
          </div>
          <SyncStatus className={styles.sync} />
          <Button
            data-first-focus
            className={mergeClasses(styles.action, styles.above)}
            icon={<SettingsRegular />}
            onClick={() => openDialog('settings')}
          >
            Settings
          </Button>
          <Button
            className={mergeClasses(styles.action, styles.above)}
            icon={<KeyboardRegular />}
            onClick={() => openDialog('shortcuts')}
          >
            Keyboard shortcuts
          </Button>
          <Button
            className={styles.action}
            icon={<SignOutRegular />}
            onClick={onLogOut}
            disabledFocusable={signingOut}
          >
            {signingOut ? 'Logging out…' : 'Log out'}
          </Button>
        </PopUp>
      )}
    </>
  );
}

function Portrait({ user, large = false }: { readonly user: User; readonly large?: boolean }): JSX.Element {
  const styles = useStyles();
  const [broken, setBroken] = useState<string | null>(null);
  const { name, email, picture } = user;
  return (
    <span
      className={mergeClasses(styles.portrait, large && styles.large)}
      data-initials={initials(name, email)}
      aria-hidden
    >
      {picture !== null && picture !== broken && (
        <img
          className={styles.picture}
          src={picture}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setBroken(picture)}
        />
      )}
    </span>
  );
}
