/** Text for screen readers only. */
import { makeStyles } from '@fluentui/react-components';
import type { JSX, ReactNode } from 'react';

/** For `makeStyles`. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

const useStyles = makeStyles({ root: visuallyHidden });

interface VisuallyHiddenProps {
  /** An `output` also announces every change of its text. */
  readonly as?: 'span' | 'output' | 'h1';
  readonly children: ReactNode;
}

export function VisuallyHidden({ as: Element = 'span', children }: VisuallyHiddenProps): JSX.Element {
  const styles = useStyles();
  return <Element className={styles.root}>{children}</Element>;
}
