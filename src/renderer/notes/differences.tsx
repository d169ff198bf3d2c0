/** Two texts laid over each other: what only the earlier one has is marked, what only the present one has is struck through. */
import { makeStyles } from '@fluentui/react-components';
import type { JSX } from 'react';
import type { DifferencePart } from '#shared/history.ts';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { ink } from '../theme/theme.ts';

const useStyles = makeStyles({
  words: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', unicodeBidi: 'plaintext' },
  marked: {
    backgroundColor: ink.hit,
    color: ink.strong,
    borderRadius: '3px',
    textDecorationLine: 'none',
    boxDecorationBreak: 'clone',
    // Without backgrounds.
    [ON_FORCED_COLORS]: { textDecorationLine: 'underline' },
  },
  struck: { color: ink.quiet, textDecorationLine: 'line-through' },
});

export function Differences({ parts }: { readonly parts: readonly DifferencePart[] }): JSX.Element {
  const styles = useStyles();
  return (
    <span className={styles.words}>
      {parts.map(({ in: place, text }, index) => {
        // Parts have no other name than their place.
        const key = `${index}`;
        if (place === 'both') return <span key={key}>{text}</span>;
        if (place === 'then') {
          return (
            <ins key={key} className={styles.marked}>
              {text}
            </ins>
          );
        }
        return (
          <del key={key} className={styles.struck}>
            {text}
          </del>
        );
      })}
    </span>
  );
}
