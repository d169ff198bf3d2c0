/** The buttons of toasts. */
import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { type JSX, useEffect, useEffectEvent, useRef } from 'react';
import { isShortcut } from '../keyboard/shortcuts.ts';
import { ink } from '../theme/theme.ts';

const useStyles = makeStyles({
  root: {
    border: '0',
    borderRadius: '8px',
    backgroundColor: 'transparent',
    ':hover': { backgroundColor: 'rgb(from currentColor r g b / 0.14)' },
    ':hover:active': { backgroundColor: 'rgb(from currentColor r g b / 0.22)' },
    ':focus-visible': { outline: `2px solid ${ink.toastAction}`, outlineOffset: '0' },
  },
  undo: {
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

/** The undo buttons on the screen, the newest last. */
const offered: object[] = [];

/** Takes an action back: by a click, or by z for the newest one. */
export function UndoButton({ onUndo }: { readonly onUndo: () => void }): JSX.Element {
  const styles = useStyles();
  const used = useRef(false);
  // Once: a toast that is fading out still takes clicks.
  const undo = (): void => {
    if (used.current) return;
    used.current = true;
    onUndo();
  };
  const undoByKey = useEffectEvent((event: KeyboardEvent): void => {
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    const me = {};
    offered.push(me);
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'z' && isShortcut(event) && offered.at(-1) === me) undoByKey(event);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      offered.splice(offered.indexOf(me), 1);
    };
  }, []);
  return (
    <Button appearance="transparent" className={mergeClasses(styles.root, styles.undo)} onClick={undo}>
      Undo
    </Button>
  );
}

/** Closes a toast that stays. */
export function CloseButton({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const styles = useStyles();
  return (
    <Button
      appearance="transparent"
      className={mergeClasses(styles.root, styles.close)}
      icon={<DismissRegular />}
      aria-label="Close"
      onClick={onClose}
    />
  );
}
