/** Text for screen readers only. */
import { makeStyles } from '@fluentui/react-components';
import type { JSX, ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
});

/** @param live also announces every change of the text. */
export function VisuallyHidden(props: {
  readonly live?: boolean;
  readonly children: ReactNode;
}): JSX.Element {
  const styles = useStyles();
  if (props.live === true) return <output className={styles.root}>{props.children}</output>;
  return <span className={styles.root}>{props.children}</span>;
}
