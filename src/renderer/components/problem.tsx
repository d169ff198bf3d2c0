/** A sentence about a failure, which screen readers read out when it appears. */
import { makeStyles } from '@fluentui/react-components';
import { WarningRegular } from '@fluentui/react-icons/svg/warning';
import type { JSX } from 'react';
import { ink } from '../theme/theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr)',
    gap: '8px',
    margin: '0',
    fontSize: '13px',
    lineHeight: '18px',
    color: ink.warn,
    overflowWrap: 'anywhere',
  },
  icon: { fontSize: '16px', marginTop: '1px' },
});

export function Problem({ children }: { readonly children: string }): JSX.Element {
  const styles = useStyles();
  return (
    <p role="alert" className={styles.root}>
      <WarningRegular className={styles.icon} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
