/** Closes a toast that stays. */
import { Button, makeStyles } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import type { JSX } from 'react';
import { ink } from '../theme/theme.ts';

const useStyles = makeStyles({
  root: {
    minWidth: '32px',
    width: '32px',
    height: '32px',
    padding: '0',
    borderRadius: '8px',
    border: '0',
    color: ink.onToast,
    backgroundColor: 'transparent',
    ':hover': { color: ink.onToast, backgroundColor: 'rgb(from currentColor r g b / 0.14)' },
    ':hover:active': { color: ink.onToast, backgroundColor: 'rgb(from currentColor r g b / 0.22)' },
    ':focus-visible': { outline: `2px solid ${ink.toastAction}`, outlineOffset: '0' },
  },
});

export function CloseButton({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const styles = useStyles();
  return (
    <Button
      appearance="transparent"
      className={styles.root}
      icon={<DismissRegular />}
      aria-label="Close"
      onClick={onClose}
    />
  );
}
