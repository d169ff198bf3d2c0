/**
 * The action under way, or else the sync state: at the drawer's foot, and in a narrow window, where the
 * drawer is closed, as an icon in the top bar. Both places are always there, so that nothing moves when an
 * action begins or ends.
 */
import { makeStyles, mergeClasses, Spinner } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { useAtomValue, useSetAtom } from 'jotai';
import type { JSX } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import { SyncStatus, useSyncStatus } from '../sync/sync-status.tsx';
import { focusRingInside } from '../theme/focus.ts';
import { tokens } from '../theme/theme.ts';
import { activityAtom } from './activity.ts';
import { slidInAtom } from './drawer-state.ts';
import { useDrawerStyles } from './drawer-styles.ts';

const useStyles = makeStyles({
  row: {
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    width: '100%',
    height: '36px',
    padding: '0 4px 0 15px',
    gap: '18px',
    borderRadius: tokens.borderRadiusMedium,
    textAlign: 'start',
    fontSize: '12px',
    lineHeight: '16px',
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground3,
    ...focusRingInside,
  },
  button: {
    fontWeight: tokens.fontWeightMedium,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  warned: { color: tokens.colorStatusWarningForeground1 },
  // Always as wide as in the open drawer, so that no line breaks anew while the drawer opens.
  text: { boxSizing: 'border-box', width: '186px', flexShrink: 0, textWrap: 'balance' },
  besideStop: { width: '165px' },
  stop: { marginLeft: 'auto' },
  spinner: { width: '20px', flexShrink: 0 },
});

/** A row at the drawer's foot; the collapsed drawer shows only its icon. */
export function DrawerStatus({ expanded }: { readonly expanded: boolean }): JSX.Element | null {
  const styles = useStyles();
  const drawer = useDrawerStyles();
  const activity = useAtomValue(activityAtom);
  const sync = useSyncStatus();
  const seen = mergeClasses(drawer.label, !expanded && drawer.hidden);
  const text = activity?.text ?? sync?.text;
  if (text === undefined) return null;
  /** Names the icon by the text while that is hidden. */
  const naming = expanded ? { 'aria-hidden': true } : { 'aria-label': text };
  const tooltip = expanded ? undefined : text;
  if (activity !== null) {
    return (
      <div className={styles.row} title={tooltip}>
        <Spinner size="extra-tiny" className={styles.spinner} {...naming} />
        <span className={mergeClasses(styles.text, styles.besideStop, seen)}>{text}</span>
        <IconButton
          small
          name="Stop"
          icon={<DismissRegular />}
          className={mergeClasses(styles.stop, seen)}
          onClick={activity.stop}
        />
      </div>
    );
  }
  if (sync === null) return null;
  const { icon: Icon, isWarning, list } = sync;
  const classes = mergeClasses(styles.row, isWarning && styles.warned);
  const inside = (
    <>
      <Icon className={drawer.icon} {...naming} />
      <span className={mergeClasses(styles.text, seen)}>{text}</span>
    </>
  );
  if (list === null) {
    return (
      <div className={classes} title={tooltip}>
        {inside}
      </div>
    );
  }
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={text}
      title={tooltip}
      className={mergeClasses(drawer.button, classes, styles.button)}
      onClick={(event) => list(event.currentTarget)}
    >
      {inside}
    </button>
  );
}

/** An icon. During an action, it opens the drawer, where the action can be read and stopped. */
export function NarrowStatus(): JSX.Element {
  const activity = useAtomValue(activityAtom);
  const openDrawer = useSetAtom(slidInAtom);
  if (activity === null) return <SyncStatus compact />;
  return (
    <IconButton
      name={activity.text}
      icon={<Spinner size="extra-tiny" aria-hidden />}
      onClick={() => openDrawer(true)}
    />
  );
}
