/** The list of keyboard shortcuts, shown by `?`. */
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  mergeClasses,
} from '@fluentui/react-components';
import { Fragment, type JSX, useEffect, useState } from 'react';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { IconButton } from '../components/icon-button.tsx';
import { useDialogStyles } from '../notes/dialog-styles.ts';
import { ink } from '../theme/theme.ts';
import { isShortcut } from './is-shortcut.ts';

const COMMAND = /Mac/u.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const SHORTCUTS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['C'], 'New note'],
  [['/'], 'Search'],
  [['J'], 'Next note'],
  [['K'], 'Previous note'],
  [['Enter'], 'Open the note'],
  [['E'], 'Archive or unarchive'],
  [['#', 'Delete'], 'Move to trash, or delete forever'],
  [['Z'], 'Undo, while it is offered'],
  [['Esc'], 'Close, or keep a new note'],
  [[`${COMMAND} Enter`], 'Save'],
  [[`${COMMAND} ,`], 'Settings'],
  [['?'], 'This list'],
];

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    gap: '10px 24px',
    margin: '8px 0 0',
    color: ink.body,
  },
  keys: { display: 'flex', alignItems: 'center', gap: '6px', margin: '0', color: ink.quiet },
  what: { margin: '0' },
  title: { display: 'flex', alignItems: 'center', minHeight: '36px' },
  key: {
    minWidth: '22px',
    padding: '0 6px',
    boxSizing: 'border-box',
    textAlign: 'center',
    border: `1px solid ${ink.controlLine}`,
    borderBottomWidth: '2px',
    borderRadius: '6px',
    fontFamily: 'inherit',
    fontSize: '12px',
    lineHeight: '18px',
    color: ink.strong,
  },
});

export function ShortcutList(): JSX.Element {
  const styles = useStyles();
  const dialog = useDialogStyles();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === '?' && isShortcut(event)) setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Dialog open={open} onOpenChange={(_event, data) => setOpen(data.open)}>
      <DialogSurface className={mergeClasses(dialog.surface, dialog.small)}>
        <DialogBody>
          <DialogTitle
            className={mergeClasses(dialog.title, styles.title)}
            action={
              <IconButton
                name="Close"
                tooltip={false}
                icon={<DismissRegular />}
                onClick={() => setOpen(false)}
              />
            }
          >
            Keyboard shortcuts
          </DialogTitle>
          <DialogContent>
            <dl className={styles.list}>
              {SHORTCUTS.map(([keys, what]) => (
                <Shortcut key={what} keys={keys} what={what} />
              ))}
            </dl>
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

function Shortcut({ keys, what }: { readonly keys: readonly string[]; readonly what: string }): JSX.Element {
  const styles = useStyles();
  return (
    <>
      <dt className={styles.keys}>
        {keys.map((key, index) => (
          <Fragment key={key}>
            {index > 0 && 'or'}
            <kbd className={styles.key}>{key}</kbd>
          </Fragment>
        ))}
      </dt>
      <dd className={styles.what}>{what}</dd>
    </>
  );
}
