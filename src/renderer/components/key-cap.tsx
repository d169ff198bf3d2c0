/** A key of the keyboard within text. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ComponentProps, JSX } from 'react';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';

const useStyles = makeStyles({
  key: {
    boxSizing: 'border-box',
    minWidth: '22px',
    padding: `0 ${tokens.spacingHorizontalSNudge}`,
    textAlign: 'center',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottomWidth: '2px',
    borderRadius: tokens.borderRadiusSmall,
    fontFamily: 'inherit',
    fontSize: '12px',
    lineHeight: '18px',
    color: tokens.colorNeutralForeground1,
    [ON_FORCED_COLORS]: { border: '1px solid CanvasText' },
  },
  small: {
    minWidth: '0',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    borderRadius: tokens.borderRadiusSmall,
    fontSize: '11px',
    lineHeight: '16px',
    color: tokens.colorNeutralForeground2,
  },
});

interface KeyCapProps extends Pick<ComponentProps<'kbd'>, 'children' | 'className' | 'aria-hidden'> {
  /** For a line of small text. */
  readonly small?: boolean;
}

export function KeyCap({ small = false, className, ...others }: KeyCapProps): JSX.Element {
  const styles = useStyles();
  return <kbd className={mergeClasses(styles.key, small && styles.small, className)} {...others} />;
}
