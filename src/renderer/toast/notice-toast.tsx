/**
 * A toast: what happened, and buttons that undo it, lead to it, or close the toast. Two named buttons are
 * below the text. Only the newest toast is visible; it counts the others.
 */
import { Button, makeStyles, Toast, ToastFooter, ToastTitle } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { atom, useAtomValue } from 'jotai';
import { type JSX, useLayoutEffect, useRef } from 'react';
import { tokens } from '../theme/theme.ts';
import { dismiss, type ShownNotice, shownNoticesAtom } from './notices.ts';
import { returnFocus, useFocusReturn } from './return-focus.ts';
import { useTakenRoom } from './taken-room.ts';
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
  text: { flexGrow: 1 },
  others: { whiteSpace: 'nowrap', fontWeight: tokens.fontWeightRegular, opacity: 0.72 },
  buttons: {
    gridColumnStart: 1,
    gridColumnEnd: -1,
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalXS,
    margin: '-6px 0 6px',
    paddingTop: '0',
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
  const shown = useAtomValue(shownNoticesAtom);
  // A toast that is fading out has left the list.
  const isBehind = shown.length > 0 && shown.at(-1)?.id !== id;
  useTakenRoom(id, !isBehind, ref);
  useLayoutEffect(() => {
    // A toast that a newer one hides gives the focus back.
    const toast = ref.current?.closest('.fui-Toast');
    if (isBehind && toast?.contains(document.activeElement) === true) returnFocus();
  }, [isBehind]);
  const isLinkOffered = useAtomValue(link?.isOfferedAtom ?? alwaysAtom);
  const follow = (): void => {
    dismiss(id);
    link?.follow();
  };
  const buttons = [
    actions.length > 0 && { name: 'Undo', onClick: () => undoNotice(id) },
    link !== null && isLinkOffered && { name: link.name, onClick: follow },
    lasting && { name: 'Close', onClick: () => dismiss(id) },
  ].filter((button) => button !== false);
  const isAlone = buttons.length === 1;
  const action = isAlone && buttons.map((button) => <ToastButton key={button.name} {...button} />);
  return (
    <Toast className={styles.toast} data-behind={isBehind || undefined}>
      <ToastTitle media={null} className={styles.title} {...(action !== false && { action })}>
        <span ref={ref} className={styles.text}>
          <span>{text}</span>
          {shown.length > 1 && <span className={styles.others}> · {shown.length - 1} more</span>}
        </span>
      </ToastTitle>
      {buttons.length > 1 && (
        <ToastFooter className={styles.buttons}>
          {buttons.map(({ name, onClick }) => (
            <ToastAction key={name} onClick={onClick}>
              {name}
            </ToastAction>
          ))}
        </ToastFooter>
      )}
    </Toast>
  );
}

interface ToastButtonProps {
  readonly name: string;
  readonly onClick: () => void;
}

/** The only button of a toast, at the end of the text's row. */
function ToastButton({ name, onClick }: ToastButtonProps): JSX.Element {
  const styles = useStyles();
  if (name !== 'Close') return <ToastAction onClick={onClick}>{name}</ToastAction>;
  return (
    <Button
      appearance="subtle"
      className={styles.close}
      icon={<DismissRegular />}
      aria-label={name}
      onClick={onClick}
    />
  );
}
