/**
 * The sync state as a dot and a short text, or as an icon where there is no room. While the cloud refuses
 * notes, it is a button that lists them.
 */
import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import type { FluentIcon } from '@fluentui/react-icons';
import { CloudCheckmarkRegular } from '@fluentui/react-icons/svg/cloud-checkmark';
import { CloudErrorRegular } from '@fluentui/react-icons/svg/cloud-error';
import { CloudOffRegular } from '@fluentui/react-icons/svg/cloud-off';
import { CloudSyncRegular } from '@fluentui/react-icons/svg/cloud-sync';
import { CloudEditRegular } from '@fluentui/react-icons/svg/cloud-edit';
import { useAtomValue, useSetAtom } from 'jotai';
import type { JSX } from 'react';
import { hasUnstoredWordsAtom } from '../drafts/unsaved-words.ts';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';
import { describeSync, type SyncDescription } from '#shared/ipc/describe-sync.ts';
import { isServed, refusedOpenerAtom } from './state.ts';
import { shownSyncAtom } from './shown-sync.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalSNudge,
    minWidth: '0',
    height: '28px',
    fontSize: '12px',
    lineHeight: '16px',
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  button: {
    padding: `0 ${tokens.spacingHorizontalS}`,
    border: '0',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorStatusWarningForeground1,
    fontWeight: tokens.fontWeightMedium,
    ':hover': {
      color: tokens.colorStatusWarningForeground1,
      backgroundColor: tokens.colorSubtleBackgroundHover,
    },
    ':hover:active': {
      color: tokens.colorStatusWarningForeground1,
      backgroundColor: tokens.colorSubtleBackgroundHover,
    },
  },
  dot: {
    width: '7px',
    height: '7px',
    flexShrink: 0,
    borderRadius: tokens.borderRadiusCircular,
    [ON_FORCED_COLORS]: { border: '1px solid' },
  },
  saved: { backgroundColor: tokens.colorStatusSuccessForeground1 },
  unsaved: { backgroundColor: tokens.colorNeutralStrokeAccessible },
  busy: { backgroundColor: tokens.colorNeutralStrokeAccessible },
  offline: { backgroundColor: tokens.colorStatusWarningForeground1 },
  trouble: { backgroundColor: tokens.colorStatusWarningForeground1 },
  text: { overflow: 'hidden', textOverflow: 'ellipsis' },
  compact: {
    display: 'grid',
    placeItems: 'center',
    minWidth: '36px',
    width: '36px',
    height: '36px',
    padding: '0',
    flexShrink: 0,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground3,
  },
  icon: { fontSize: '20px', width: '20px', height: '20px' },
  warned: { color: tokens.colorStatusWarningForeground1 },
});

const ICONS: Readonly<Record<SyncDescription['look'], FluentIcon>> = {
  saved: CloudCheckmarkRegular,
  unsaved: CloudEditRegular,
  busy: CloudSyncRegular,
  offline: CloudOffRegular,
  trouble: CloudErrorRegular,
};

/** Takes precedence over the sync state, because these words exist only in the window. */
const UNSTORED: SyncDescription = { look: 'trouble', text: 'Your words are not saved yet' };

interface StatusInfo extends SyncDescription {
  readonly icon: FluentIcon;
  readonly isWarning: boolean;
  /** Lists the refused notes in a dialog that returns the focus to the opener; null if there are none. */
  readonly list: ((opener: HTMLElement) => void) | null;
}

/** Null while there is nothing to say. */
export function useSyncStatus(): StatusInfo | null {
  const state = useAtomValue(shownSyncAtom);
  const setOpener = useSetAtom(refusedOpenerAtom);
  const isUnstored = useAtomValue(hasUnstoredWordsAtom);
  const description = state === null ? null : isUnstored ? UNSTORED : describeSync(state);
  if (state === null || description === null) return null;
  const { look } = description;
  return {
    ...description,
    icon: ICONS[look],
    isWarning: look === 'offline' || look === 'trouble',
    list: state.refused > 0 && isServed(state) ? setOpener : null,
  };
}

interface SyncStatusProps {
  readonly className?: string | undefined;
  readonly compact?: boolean;
}

export function SyncStatus({ className, compact = false }: SyncStatusProps): JSX.Element | null {
  const status = useSyncStatus();
  if (status === null) return null;
  const Form = compact ? Compact : Full;
  return <Form status={status} className={className} />;
}

interface FormProps {
  readonly status: StatusInfo;
  readonly className: string | undefined;
}

function Full({ status: { look, text, list }, className }: FormProps): JSX.Element {
  const styles = useStyles();
  const inside = (
    <>
      <span className={mergeClasses(styles.dot, styles[look])} aria-hidden />
      <span className={styles.text}>{text}</span>
    </>
  );
  if (list === null) return <span className={mergeClasses(styles.root, className)}>{inside}</span>;
  return (
    <Button
      appearance="subtle"
      className={mergeClasses(styles.root, styles.button, className)}
      aria-haspopup="dialog"
      onClick={(event) => list(event.currentTarget)}
    >
      {inside}
    </Button>
  );
}

function Compact({ status: { icon: Icon, text, isWarning, list }, className }: FormProps): JSX.Element {
  const styles = useStyles();
  const classes = mergeClasses(styles.compact, isWarning && styles.warned, className);
  if (list === null) {
    return (
      <span className={classes} title={text}>
        <Icon className={styles.icon} aria-label={text} />
      </span>
    );
  }
  return (
    <Button
      appearance="subtle"
      className={classes}
      icon={<Icon />}
      aria-haspopup="dialog"
      aria-label={text}
      data-tooltip
      onClick={(event) => list(event.currentTarget)}
    />
  );
}
