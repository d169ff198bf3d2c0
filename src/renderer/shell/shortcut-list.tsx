/** The list of keyboard shortcuts. */
import { DialogContent, makeStyles, mergeClasses } from '@fluentui/react-components';
import { Fragment, type JSX, useId } from 'react';
import type { Command, CommandGroup } from '#shared/ipc/commands.ts';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { useDialogStyles } from '../components/dialog-styles.ts';
import { KeyCap } from '../components/key-cap.tsx';
import { keysOf, SHORTCUTS } from '../keyboard/shortcut-groups.ts';
import { focusRingInside } from '../theme/focus.ts';
import { tokens } from '../theme/theme.ts';

const useStyles = makeStyles({
  surface: { width: '820px' },
  content: {
    maxHeight: 'min(600px, 100vh - 128px)',
    borderRadius: tokens.borderRadiusMedium,
    ...focusRingInside,
  },
  // Side by side if there is room.
  groups: { columns: '2 300px', columnGap: tokens.spacingHorizontalXXXL },
  group: { breakInside: 'avoid', padding: `${tokens.spacingVerticalL} 0 ${tokens.spacingVerticalXXS}` },
  heading: {
    margin: `0 0 ${tokens.spacingVerticalS}`,
    fontSize: '13px',
    lineHeight: '18px',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  list: {
    display: 'grid',
    // The same columns in all groups, so that their texts are aligned.
    gridTemplateColumns: 'minmax(0, 9fr) minmax(0, 11fr)',
    alignItems: 'baseline',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXL}`,
    margin: '0',
    color: tokens.colorNeutralForeground2,
  },
  keys: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalSNudge}`,
    margin: '0',
    color: tokens.colorNeutralForeground3,
  },
  cap: { whiteSpace: 'nowrap' },
  what: { margin: '0' },
});

export function ShortcutList({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const styles = useStyles();
  const { scroller, toTheEnd } = useDialogStyles();
  return (
    <DialogFrame open title="Keyboard shortcuts" className={styles.surface} onClose={onClose}>
      {/* Focusable, so that the keyboard can scroll it. */}
      <DialogContent tabIndex={0} className={mergeClasses(scroller, toTheEnd, styles.content)}>
        <div className={styles.groups}>
          {SHORTCUTS.map((group) => (
            <Group key={group.name} {...group} />
          ))}
        </div>
      </DialogContent>
    </DialogFrame>
  );
}

function Group({ name, commands }: CommandGroup): JSX.Element {
  const styles = useStyles();
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h3 id={id} className={styles.heading}>
        {name}
      </h3>
      <dl className={styles.list}>
        {commands.map((command) => (
          <Line key={command.id} {...command} />
        ))}
      </dl>
    </section>
  );
}

function Line(command: Command): JSX.Element {
  const styles = useStyles();
  return (
    <>
      <dt className={styles.keys}>
        {keysOf(command).map((key, index) => (
          <Fragment key={key}>
            {index > 0 && 'or'}
            <KeyCap className={styles.cap}>{key}</KeyCap>
          </Fragment>
        ))}
      </dt>
      <dd className={styles.what}>{command.name}</dd>
    </>
  );
}
