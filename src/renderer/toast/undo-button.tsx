/** The way back that a toast offers: by a click, or by z for the newest one. */
import { Button, makeStyles } from '@fluentui/react-components';
import { type JSX, useEffect, useEffectEvent, useRef } from 'react';
import { isShortcut } from '../shell/is-shortcut.ts';
import { ink } from '../theme/theme.ts';

const useStyles = makeStyles({
  root: {
    minWidth: '0',
    padding: '4px 10px',
    borderRadius: '8px',
    border: '0',
    fontWeight: 640,
    color: ink.toastAction,
    backgroundColor: 'transparent',
    ':hover': { color: ink.toastAction, backgroundColor: 'rgb(from currentColor r g b / 0.14)' },
    ':hover:active': { color: ink.toastAction, backgroundColor: 'rgb(from currentColor r g b / 0.22)' },
    ':focus-visible': { outline: `2px solid ${ink.toastAction}`, outlineOffset: '0' },
  },
});

/** The buttons on the screen, the newest last. */
const offered: object[] = [];

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
    <Button appearance="transparent" className={styles.root} onClick={undo}>
      Undo
    </Button>
  );
}
