/**
 * Two versions of a note in one text: words that went are struck through, words that came are highlighted.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { JSX } from 'react';
import type { ComparedVersion, DifferencePart } from '#shared/note/history.ts';
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
  sheetTitle: { fontSize: '20px', lineHeight: '28px', letterSpacing: '-0.2px' },
  sheetText: { fontSize: '15px', lineHeight: '23px', tabSize: 4 },
  marked: {
    backgroundColor: `rgb(from ${ink.hit} r g b / 0.5)`,
    color: ink.strong,
    borderRadius: '3px',
    textDecorationLine: 'none',
    boxDecorationBreak: 'clone',
    // Forced colours have no backgrounds.
    [ON_FORCED_COLORS]: { textDecorationLine: 'underline' },
  },
  struck: { color: ink.quiet, textDecorationLine: 'line-through' },
});

interface ComparedWordsProps extends Pick<ComparedVersion, 'title' | 'text'> {
  /** Whether the words are as large as in the sheet. */
  readonly inSheet?: boolean;
}

/** Without a title there is no line for it. */
export function ComparedWords({ title, text, inSheet = false }: ComparedWordsProps): JSX.Element {
  const styles = useStyles();
  return (
    <>
      {title.length > 0 && (
        <p className={mergeClasses(styles.title, inSheet && styles.sheetTitle)}>
          <Differences parts={title} />
        </p>
      )}
      <p className={mergeClasses(styles.text, inSheet && styles.sheetText)}>
        <Differences parts={text} />
      </p>
    </>
  );
}

export function Differences({ parts }: { readonly parts: readonly DifferencePart[] }): JSX.Element {
  const styles = useStyles();
  return (
    <span className={styles.words}>
      {parts.map(({ in: place, text }, index) => {
        // Parts have no other id than their index.
        const key = `${index}`;
        if (place === 'both') return <span key={key}>{text}</span>;
        if (place === 'now') {
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
