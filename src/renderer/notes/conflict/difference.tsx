/** One difference of a comparison with its choice of sides, and the lines between two differences. */
import { makeStyles, mergeClasses, Radio, RadioGroup } from '@fluentui/react-components';
import type { JSX } from 'react';
import { countOf } from '#shared/base/count.ts';
import type { DifferencePart } from '#shared/note/history.ts';
import type { Choice } from '#shared/text/hunks.ts';
import { ON_FORCED_COLORS, ON_NARROW } from '../../theme/media.ts';
import { tokens } from '../../theme/theme.ts';
import { Differences } from '../history/differences.tsx';
import { type SideNames, SIDES, usePairStyles } from './sides.ts';

const useStyles = makeStyles({
  same: {
    margin: '0',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    fontSize: '13px',
    lineHeight: '19px',
    color: tokens.colorNeutralForeground3,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    unicodeBidi: 'plaintext',
  },
  left: { display: 'block', fontSize: '12px' },
  hunk: { margin: `${tokens.spacingVerticalXS} 0 ${tokens.spacingVerticalS}` },
  words: {
    minHeight: '21px',
    margin: '0',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    border: `1px solid ${tokens.colorCardStroke}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
    fontSize: '14px',
    lineHeight: '21px',
    color: tokens.colorNeutralForeground1,
  },
  taken: {
    border: `1px solid ${tokens.colorStrokeFocus2}`,
    [ON_FORCED_COLORS]: { border: '2px solid Highlight' },
  },
  nothing: { color: tokens.colorNeutralForeground3 },
  choices: {
    justifyContent: 'center',
    '& label': { fontSize: '13px' },
    [ON_NARROW]: {
      '& label': { paddingLeft: tokens.spacingHorizontalXXS, paddingRight: tokens.spacingHorizontalXXS },
    },
  },
});

interface DifferenceProps {
  readonly name: string;
  readonly sides: SideNames;
  readonly parts: readonly DifferencePart[];
  readonly choice: Choice;
  readonly choices: readonly Choice[];
  readonly onChoose: (choice: Choice) => void;
}

export function Difference({ name, sides, parts, choice, choices, onChoose }: DifferenceProps): JSX.Element {
  const styles = useStyles();
  const { pair } = usePairStyles();
  return (
    <div className={styles.hunk}>
      <div className={pair}>
        {SIDES.map((side) => {
          const words = sideOf(parts, side === 'mine' ? 'then' : 'now');
          const isTaken = choice === side || choice === 'both';
          return (
            <section
              key={side}
              aria-label={`${sides[side]}, ${name.toLowerCase()}`}
              className={mergeClasses(styles.words, isTaken && styles.taken)}
            >
              {words.length === 0 ? (
                <span className={styles.nothing}>Nothing here</span>
              ) : (
                <Differences parts={words} />
              )}
            </section>
          );
        })}
      </div>
      <RadioGroup
        layout="horizontal"
        className={styles.choices}
        aria-label={name}
        value={choice}
        onChange={(_event, { value }) => {
          const chosen = choices.find((one) => one === value);
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        {choices.map((value) => (
          <Radio key={value} value={value} label={value === 'both' ? 'Both' : sides[value]} />
        ))}
      </RadioGroup>
    </div>
  );
}

/** How many equal lines are shown before and after a difference. */
const CONTEXT = 2;

export function Same({ lines }: { readonly lines: readonly string[] }): JSX.Element {
  const styles = useStyles();
  const hidden = lines.length - 2 * CONTEXT;
  if (hidden <= 1) return <p className={styles.same}>{lines.join('\n')}</p>;
  return (
    <p className={styles.same}>
      {lines.slice(0, CONTEXT).join('\n')}
      <span className={styles.left}>… {countOf(hidden, 'equal line')} …</span>
      {lines.slice(-CONTEXT).join('\n')}
    </p>
  );
}

/** The parts of one side. Those missing on the other side become `now`, which is highlighted. */
function sideOf(parts: readonly DifferencePart[], side: 'then' | 'now'): readonly DifferencePart[] {
  return parts.flatMap(({ in: place, text }): DifferencePart[] => {
    if (place === 'both') return [{ in: 'both', text }];
    return place === side ? [{ in: 'now', text }] : [];
  });
}
