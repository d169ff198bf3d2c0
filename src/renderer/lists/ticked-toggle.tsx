/** The button that hides or shows the ticked lines of a list. */
import { makeStyles } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronRightRegular } from '@fluentui/react-icons/svg/chevron-right';
import type { JSX } from 'react';
import { focusRing } from '../theme/focus.ts';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    // Below a list's boxes and words: the icon is as wide as a box.
    gap: tokens.spacingHorizontalS,
    height: '24px',
    marginLeft: '-7px',
    padding: `0 ${tokens.spacingHorizontalS} 0 ${tokens.spacingHorizontalSNudge}`,
    border: '1px solid transparent',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground3,
    cursor: 'pointer',
    fontFamily: 'inherit',
    fontSize: '12px',
    lineHeight: '16px',
    fontVariantNumeric: 'tabular-nums',
    '& > svg': { flexShrink: 0, width: '16px' },
    ':hover': { color: tokens.colorNeutralForeground1, backgroundColor: tokens.colorSubtleBackgroundHover },
    ...focusRing,
    [ON_FORCED_COLORS]: { ':hover': { color: 'Highlight', border: '1px solid Highlight' } },
  },
});

interface TickedToggleProps {
  /** Such as `3 ticked`. */
  readonly words: string;
  readonly isHiding: boolean;
  readonly tabIndex?: number;
  readonly onToggle: () => void;
}

export function TickedToggle({ words, isHiding, tabIndex, onToggle }: TickedToggleProps): JSX.Element {
  const styles = useStyles();
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-expanded={!isHiding}
      data-tooltip={isHiding ? 'Show ticked lines' : 'Hide ticked lines'}
      className={styles.root}
      onClick={onToggle}
    >
      {isHiding ? <ChevronRightRegular aria-hidden /> : <ChevronDownRegular aria-hidden />}
      {words}
    </button>
  );
}
