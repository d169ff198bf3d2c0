/** A toast: what happened, and a button that undoes it, leads to it, or closes the toast. */
import { Button, makeStyles, Toast, ToastTitle } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { atom, useAtomValue } from 'jotai';
import { type JSX, useRef } from 'react';
import { tokens } from '../theme/theme.ts';
import { dismiss, type ShownNotice } from './notices.ts';
import { useFocusReturn } from './return-focus.ts';
import { ToastAction, toastButton, toastPaper } from './toast-action.tsx';
import { undoNotice } from './undo.ts';

const useStyles = makeStyles({
  toast: {
    minHeight: '48px',
    alignItems: 'center',
    padding: `0 ${tokens.spacingHorizontalS} 0 ${tokens.spacingHorizontalL}`,
    ...toastPaper,
  },
  title: {
    // Room above and below a text of several lines.
    paddingTop: tokens.spacingVerticalM,
    paddingBottom: tokens.spacingVerticalM,
    color: tokens.colorNeutralForegroundInverted,
    fontSize: '14px',
    lineHeight: '20px',
    fontWeight: tokens.fontWeightMedium,
    overflowWrap: 'anywhere',
  },
  close: {
    ...toastButton,
    minWidth: '32px',
    width: '32px',
    height: '32px',
    padding: '0',
    color: tokens.colorNeutralForegroundInverted,
    ':hover': { ...toastButton[':hover'], color: tokens.colorNeutralForegroundInverted },
    ':hover:active': { ...toastButton[':hover:active'], color: tokens.colorNeutralForegroundInverted },
  },
});

const alwaysAtom = atom(true);

export function NoticeToast({ notice }: { readonly notice: ShownNotice }): JSX.Element {
  const styles = useStyles();
  const ref = useRef<HTMLSpanElement>(null);
  useFocusReturn(ref);
  const { id, text, actions, link, lasting } = notice;
  const undoButton = actions.length > 0 && <ToastAction onClick={() => undoNotice(id)}>Undo</ToastAction>;
  const follow = (): void => {
    dismiss(id);
    link?.follow();
  };
  const isLinkOffered = useAtomValue(link?.isOfferedAtom ?? alwaysAtom);
  const linkButton = link !== null && isLinkOffered && (
    <ToastAction onClick={follow}>{link.name}</ToastAction>
  );
  const closeButton = (
    <Button
      appearance="subtle"
      className={styles.close}
      icon={<DismissRegular />}
      aria-label="Close"
      onClick={() => dismiss(id)}
    />
  );
  const lastingButtons = (
    <>
      {linkButton}
      {closeButton}
    </>
  );
  const action = lasting ? lastingButtons : undoButton || linkButton;
  return (
    <Toast className={styles.toast}>
      <ToastTitle media={null} className={styles.title} {...(action !== false && { action })}>
        <span ref={ref}>{text}</span>
      </ToastTitle>
    </Toast>
  );
}
