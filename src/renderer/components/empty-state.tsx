/**
 * Shown where a list is empty: a large thin icon over one sentence, in the middle of the column in which the
 * creation box stands, because the middle of a wide board is far from everything else on the screen.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { FluentIcon } from '@fluentui/react-icons';
import type { JSX, ReactNode } from 'react';
import { useColumnStyles } from '../theme/column.ts';
import { ON_LOW } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    justifyItems: 'center',
    gap: tokens.spacingVerticalL,
    padding: '88px 0 24px',
    textAlign: 'center',
    fontSize: '16px',
    lineHeight: '24px',
    color: tokens.colorNeutralForeground3,
    textWrap: 'balance',
    // What follows has to be seen without scrolling.
    [ON_LOW]: { gap: tokens.spacingVerticalS, paddingTop: '8px', paddingBottom: '8px' },
  },
  icon: {
    fontSize: '96px',
    width: '96px',
    height: '96px',
    opacity: 0.55,
    [ON_LOW]: { fontSize: '48px', width: '48px', height: '48px' },
  },
  text: { margin: '0' },
  hint: {
    maxWidth: '480px',
    margin: '-8px 0 0',
    fontSize: '14px',
    lineHeight: '20px',
    color: tokens.colorNeutralForeground3,
  },
});

interface EmptyStateProps {
  readonly icon: FluentIcon;
  readonly text: string;
  readonly hint?: string | undefined;
  /** A button that offers a next step, or the like. */
  readonly children?: ReactNode;
}

export function EmptyState({ icon: Icon, text, hint, children }: EmptyStateProps): JSX.Element {
  const styles = useStyles();
  return (
    <div className={mergeClasses(useColumnStyles().column, styles.root)}>
      <Icon className={styles.icon} aria-hidden />
      <p className={styles.text}>{text}</p>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {children}
    </div>
  );
}
