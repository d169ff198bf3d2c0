/** Turns while something is waited for. With reduced motion it pulses. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { JSX } from 'react';
import { ON_FORCED_COLORS, ON_REDUCED_MOTION } from '../theme/media.ts';
import { ink } from '../theme/theme.ts';

const useStyles = makeStyles({
  root: { display: 'flex', justifyContent: 'center' },
  ring: {
    boxSizing: 'border-box',
    flexShrink: 0,
    border: `2px solid ${ink.accentQuiet}`,
    borderTopColor: ink.accent,
    borderRadius: '50%',
    animationName: { to: { transform: 'rotate(360deg)' } },
    animationDuration: '1s',
    animationTimingFunction: 'linear',
    animationIterationCount: 'infinite',
    [ON_REDUCED_MOTION]: { animationName: { '50%': { opacity: 0.4 } }, animationDuration: '2s' },
    [ON_FORCED_COLORS]: { border: '2px solid Canvas', borderTopColor: 'Highlight' },
  },
  small: { width: '16px', height: '16px' },
  large: { width: '28px', height: '28px' },
});

interface SpinnerProps {
  /** What is waited for; absent if the words beside the spinner say so. */
  readonly name?: string;
  readonly size?: 'small' | 'large';
  readonly className?: string;
}

export function Spinner({ name, size = 'small', className }: SpinnerProps): JSX.Element {
  const styles = useStyles();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the browser's own draws a bar
    <span role="progressbar" aria-label={name} className={mergeClasses(styles.root, className)}>
      <span className={mergeClasses(styles.ring, styles[size])} />
    </span>
  );
}
