/** One toast: what happened, and the button that undoes it, leads to it, or closes the toast. */
import { Button, makeStyles, mergeClasses, Toast, ToastTitle } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { type JSX, useRef } from 'react';
import { ink } from '../theme/theme.ts';
import { dismiss, type ShownNotice } from './notices.ts';
import { useFocusReturn } from './return-focus.ts';
import { undoNotice } from './undo.ts';

const useStyles = makeStyles({
  toast: {
    minHeight: '48px',
    alignItems: 'center',
    padding: '0 8px 0 16px',
    borderRadius: '12px',
    backgroundColor: ink.toast,
    color: ink.onToast,
    boxShadow: ink.shadowUp,
    border: '1px solid transparent',
  },
  title: {
    // Room above and below a text of more than one line.
    paddingTop: '12px',
    paddingBottom: '12px',
    color: ink.onToast,
    fontSize: '14px',
    lineHeight: '20px',
    fontWeight: 500,
    overflowWrap: 'anywhere',
  },
  button: {
    border: '0',
    borderRadius: '8px',
    backgroundColor: 'transparent',
    ':hover': { backgroundColor: 'rgb(from currentColor r g b / 0.14)' },
    ':hover:active': { backgroundColor: 'rgb(from currentColor r g b / 0.22)' },
    ':focus-visible': { outline: `2px solid ${ink.toastAction}`, outlineOffset: '0' },
  },
  act: {
    minWidth: '0',
    padding: '4px 10px',
    fontWeight: 640,
    color: ink.toastAction,
    ':hover': { color: ink.toastAction },
    ':hover:active': { color: ink.toastAction },
  },
  close: {
    minWidth: '32px',
    width: '32px',
    height: '32px',
    padding: '0',
    color: ink.onToast,
    ':hover': { color: ink.onToast },
    ':hover:active': { color: ink.onToast },
  },
});

export function NoticeToast({ notice }: { readonly notice: ShownNotice }): JSX.Element {
  const styles = useStyles();
  const ref = useRef<HTMLSpanElement>(null);
  useFocusReturn(ref);
  const { id, text, actions, link, lasting } = notice;
  const undoButton = actions.length > 0 && (
    <Button
      appearance="subtle"
      className={mergeClasses(styles.button, styles.act)}
      onClick={() => undoNotice(id)}
    >
      Undo
    </Button>
  );
  const linkButton = link !== null && (
    <Button
      appearance="subtle"
      className={mergeClasses(styles.button, styles.act)}
      onClick={() => {
        dismiss(id);
        link.follow();
      }}
    >
      {link.name}
    </Button>
  );
  const closeButton = (
    <Button
      appearance="subtle"
      className={mergeClasses(styles.button, styles.close)}
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
