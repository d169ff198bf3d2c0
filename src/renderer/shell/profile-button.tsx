/** The profile icon and its small card: who is signed in, how the notes stand, and the way out. */
import {
  Avatar,
  Button,
  makeStyles,
  mergeClasses,
  Popover,
  PopoverSurface,
  PopoverTrigger,
} from '@fluentui/react-components';
import { KeyboardRegular } from '@fluentui/react-icons/svg/keyboard';
import { SettingsRegular } from '@fluentui/react-icons/svg/settings';
import { SignOutRegular } from '@fluentui/react-icons/svg/sign-out';
import { useAtomValue } from 'jotai';
import { type JSX, useRef, useState } from 'react';
import type { User } from '#shared/session.ts';
import type { AppDialog } from '#shared/ipc/events.ts';
import { openAppDialog } from '../settings/app-dialog.ts';
import { SyncStatus } from '../sync/sync-status.tsx';
import { ink } from '../theme/theme.ts';
import { initials } from './initials.ts';
import { signingOutAtom } from '../session/state.ts';

const useStyles = makeStyles({
  button: {
    minWidth: '36px',
    width: '36px',
    height: '36px',
    padding: '0',
    flexShrink: 0,
    borderRadius: '50%',
  },
  avatar: {
    '& > .fui-Avatar__initials': {
      color: '#ffffff',
      backgroundImage: 'linear-gradient(135deg, #5f5ec9, #a04fb8)',
      fontWeight: 600,
      '& [data-initials]::before': { content: 'attr(data-initials)' },
    },
  },
  card: {
    width: '272px',
    padding: '20px',
    borderRadius: '18px',
    border: `1px solid ${ink.line}`,
    backgroundColor: ink.card,
    boxShadow: ink.shadowUp,
    color: ink.strong,
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
  const [open, setOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const openDialog = (dialog: AppDialog): void => {
    setOpen(false);
    requestAnimationFrame(() => {
      // The card may hand it back only later; the dialog is to know where it goes.
      buttonRef.current?.focus();
      openAppDialog(dialog);
    });
  };
  return (
    <Popover
      open={open}
      onOpenChange={(_event, data) => setOpen(data.open)}
      positioning={{ position: 'below', align: 'end', offset: 8 }}
      trapFocus
    >
      <PopoverTrigger disableButtonEnhancement>
        <Button
          ref={(element: HTMLButtonElement | null) => {
            buttonRef.current = element;
          }}
          appearance="transparent"
          className={styles.button}
          icon={<Portrait user={user} size={32} />}
          aria-label="Profile"
          data-tooltip
        />
      </PopoverTrigger>
      <PopoverSurface className={styles.card} aria-label="Profile">
        <div className={styles.person}>
          <Portrait user={user} size={48} />
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
      </PopoverSurface>
    </Popover>
  );
}

function Portrait({ user, size }: { readonly user: User; readonly size: 32 | 48 }): JSX.Element {
  const styles = useStyles();
  return (
    <Avatar
      className={styles.avatar}
      size={size}
      // As a picture of letters, not as text: the button's name is another.
      initials={<span data-initials={initials(user.name, user.email)} />}
      {...(user.picture !== null && { image: { src: user.picture, referrerPolicy: 'no-referrer' } })}
      aria-hidden
    />
  );
}
