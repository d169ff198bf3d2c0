/** The list of keyboard shortcuts, shown by `?`. */
import { DialogContent, makeStyles } from '@fluentui/react-components';
import { Fragment, type JSX, useState } from 'react';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { useDialogStyles } from '../components/dialog-styles.ts';
import { KeyCap } from '../components/key-cap.tsx';
import { ink } from '../theme/theme.ts';
import { IS_MAC } from '../keyboard/shortcuts.ts';
import { useShortcut } from '../keyboard/use-shortcut.ts';

const COMMAND = IS_MAC ? '⌘' : 'Ctrl';

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
    margin: '14px 0 0',
    color: ink.body,
  },
  keys: { display: 'flex', alignItems: 'center', gap: '6px', margin: '0', color: ink.quiet },
  what: { margin: '0' },
});

export function ShortcutList(): JSX.Element {
  const styles = useStyles();
  const { small } = useDialogStyles();
  const [open, setOpen] = useState(false);
  useShortcut(({ key }) => {
    if (key === '?') setOpen(true);
    return key === '?';
  });
  return (
    <DialogFrame open={open} title="Keyboard shortcuts" className={small} onClose={() => setOpen(false)}>
      <DialogContent>
        <dl className={styles.list}>
          {SHORTCUTS.map(([keys, what]) => (
            <Shortcut key={what} keys={keys} what={what} />
          ))}
        </dl>
      </DialogContent>
    </DialogFrame>
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
            <KeyCap>{key}</KeyCap>
          </Fragment>
        ))}
      </dt>
      <dd className={styles.what}>{what}</dd>
    </>
  );
}
