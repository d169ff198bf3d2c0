/** The sync state as a dot and a short text. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import type { JSX } from 'react';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { ink } from '../theme/theme.ts';
import { describeSync } from './describe.ts';
import { syncAtom } from './state.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    minWidth: '0',
    fontSize: '12px',
    lineHeight: '16px',
    color: ink.quiet,
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  dot: {
    width: '7px',
    height: '7px',
    flexShrink: 0,
    borderRadius: '50%',
    [ON_FORCED_COLORS]: { border: '1px solid' },
  },
  ok: { backgroundColor: ink.ok },
  busy: { backgroundColor: ink.busy },
  warn: { backgroundColor: ink.warn },
  text: { overflow: 'hidden', textOverflow: 'ellipsis' },
});

export function SyncStatus({ className }: { readonly className?: string }): JSX.Element | null {
  const styles = useStyles();
  const state = useAtomValue(syncAtom);
  const description = state === null ? null : describeSync(state);
  if (description === null) return null;
  return (
    <span className={mergeClasses(styles.root, className)}>
      <span className={mergeClasses(styles.dot, styles[description.tone])} aria-hidden />
      <span className={styles.text}>{description.text}</span>
    </span>
  );
}
