/** A failure message that screen readers announce when it appears: the message of a Fluent UI field. */
import { Field, makeStyles } from '@fluentui/react-components';
import type { JSX } from 'react';
import { tokens } from '../theme/theme.ts';

const useStyles = makeStyles({
  message: {
    margin: '0',
    fontSize: '13px',
    lineHeight: '18px',
    color: tokens.colorStatusWarningForeground1,
    overflowWrap: 'anywhere',
  },
  icon: { color: tokens.colorStatusWarningForeground1 },
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
