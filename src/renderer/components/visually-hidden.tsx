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
  return (
    <div className={styles.root} role={props.live === true ? 'status' : undefined}>
      {props.children}
    </div>
  );
}
