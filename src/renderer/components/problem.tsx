/** A failure message that screen readers announce when it appears: the message of a Fluent UI field. */
import { Field, makeStyles } from '@fluentui/react-components';
import type { JSX } from 'react';
import { ink } from '../theme/theme.ts';

const useStyles = makeStyles({
  message: {
    margin: '0',
    fontSize: '13px',
    lineHeight: '18px',
    color: ink.warn,
    overflowWrap: 'anywhere',
  },
  icon: { color: ink.warn },
});

export function Problem({ children }: { readonly children: string }): JSX.Element {
  const styles = useStyles();
  return (
    <Field
      validationState="warning"
      validationMessageIcon={{ className: styles.icon }}
      validationMessage={{ className: styles.message, children }}
    />
  );
}
