/** Two versions of a note in one text: words only in the earlier are highlighted, only in the present struck through. */
import { makeStyles } from '@fluentui/react-components';
import type { JSX } from 'react';
import type { ComparedVersion, DifferencePart } from '#shared/history.ts';
import { ON_FORCED_COLORS } from '../../theme/media.ts';
import { ink } from '../../theme/theme.ts';

/** Styles of the box around the compared words. */
export const comparedPaper = {
  overflowY: 'auto',
  padding: '14px 16px',
  border: `1px solid ${ink.line}`,
  borderRadius: '12px',
  backgroundColor: ink.paper,
} as const;

const useStyles = makeStyles({
  title: { margin: '0 0 8px', fontSize: '15px', lineHeight: '20px', fontWeight: 640, color: ink.strong },
  text: { margin: '0', fontSize: '14px', lineHeight: '21px', color: ink.strong },
  words: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', unicodeBidi: 'plaintext' },
  marked: {
    backgroundColor: ink.hit,
    color: ink.strong,
    borderRadius: '3px',
    textDecorationLine: 'none',
    boxDecorationBreak: 'clone',
    // Forced colours have no backgrounds.
    [ON_FORCED_COLORS]: { textDecorationLine: 'underline' },
  },
  struck: { color: ink.quiet, textDecorationLine: 'line-through' },
});

/** Without a title there is no line for it. */
export function ComparedWords({ title, text }: Pick<ComparedVersion, 'title' | 'text'>): JSX.Element {
  const styles = useStyles();
  return (
    <>
      {title.length > 0 && (
        <p className={styles.title}>
          <Differences parts={title} />
        </p>
      )}
      <p className={styles.text}>
        <Differences parts={text} />
      </p>
    </>
  );
}

function Differences({ parts }: { readonly parts: readonly DifferencePart[] }): JSX.Element {
  const styles = useStyles();
  return (
    <span className={styles.words}>
      {parts.map(({ in: place, text }, index) => {
        // Parts have no other id than their index.
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
