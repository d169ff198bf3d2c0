/** Two versions of a note as one text: removed words are struck through, added ones highlighted. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { JSX } from 'react';
import type { ComparedVersion, DifferencePart } from '#shared/note/history.ts';
import { ON_FORCED_COLORS } from '../../theme/media.ts';
import { tokens } from '../../theme/theme.ts';

/** The frame around compared words. */
export const comparedPaper = {
  overflowY: 'auto',
  padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
  border: `1px solid ${tokens.colorCardStroke}`,
  borderRadius: tokens.borderRadiusLarge,
  backgroundColor: tokens.colorNeutralBackground2,
} as const;

const useStyles = makeStyles({
  title: {
    margin: `0 0 ${tokens.spacingVerticalS}`,
    fontSize: '15px',
    lineHeight: '20px',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  text: { margin: '0', fontSize: '14px', lineHeight: '21px', color: tokens.colorNeutralForeground1 },
  words: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', unicodeBidi: 'plaintext' },
  sheetTitle: { fontSize: '20px', lineHeight: '28px', letterSpacing: '-0.2px' },
  sheetText: { fontSize: '15px', lineHeight: '23px', tabSize: 4 },
  marked: {
    backgroundColor: `rgb(from ${tokens.colorHitBackground} r g b / 0.5)`,
    color: tokens.colorNeutralForeground1,
    borderRadius: tokens.borderRadiusSmall,
    textDecorationLine: 'none',
    boxDecorationBreak: 'clone',
    // Forced-colours mode removes backgrounds.
    [ON_FORCED_COLORS]: { textDecorationLine: 'underline' },
  },
  struck: { color: tokens.colorNeutralForeground3, textDecorationLine: 'line-through' },
});

interface ComparedWordsProps extends Pick<ComparedVersion, 'title' | 'text'> {
  /** Whether to use the sheet's font sizes. */
  readonly inSheet?: boolean;
}

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
        // Parts have no other key than their index.
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
