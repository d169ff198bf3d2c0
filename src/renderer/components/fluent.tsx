/** The provider around Fluent's components. The values of their tokens come from the page's style sheet. */
import { FluentProvider, makeStyles } from '@fluentui/react-components';
import type { JSX, ReactNode } from 'react';

// Fluent also gives the provider's classes to every portal, which must not cover the page.
const useStyles = makeStyles({ root: { backgroundColor: 'transparent' } });

const NO_VALUES = {};

export function Fluent({ children }: { readonly children: ReactNode }): JSX.Element {
  const styles = useStyles();
  return (
    <FluentProvider theme={NO_VALUES} className={styles.root}>
      {children}
    </FluentProvider>
  );
}
