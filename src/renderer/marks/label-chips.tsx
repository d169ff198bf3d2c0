/** A few labels of a note as chips, and the number of the others. A click on a chip filters by its label. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { JSX } from 'react';
import type { Color } from '#shared/note/colors.ts';
import { labelKey } from '#shared/note/labels.ts';
import { visuallyHidden } from '../components/visually-hidden.tsx';
import { addFilter } from '../search/query.ts';
import { focusRing } from '../theme/focus.ts';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';
import { TINTS } from '../theme/tints.ts';

const MOST = 3;

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, position: 'relative' },
  chip: {
    maxWidth: '100%',
    boxSizing: 'border-box',
    height: '24px',
    padding: '0 10px',
    border: `1px solid ${tokens.colorCardStroke}`,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorSubtleBackgroundHover,
    color: tokens.colorNeutralForeground2,
    cursor: 'pointer',
    fontFamily: 'inherit',
    fontSize: '11px',
    lineHeight: '22px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ...focusRing,
    [ON_FORCED_COLORS]: { border: '1px solid' },
  },
  plain: { cursor: 'default' },
  more: {
    alignSelf: 'center',
    padding: `0 ${tokens.spacingHorizontalXXS}`,
    color: tokens.colorNeutralForeground3,
    fontSize: '11px',
    lineHeight: '18px',
  },
  color: {
    ...visuallyHidden,
    fontSize: '11px',
    lineHeight: '18px',
    [ON_FORCED_COLORS]: {
      position: 'static',
      width: 'auto',
      height: 'auto',
      clipPath: 'none',
      marginTop: tokens.spacingVerticalXXS,
      '::after': { content: 'attr(aria-label)' },
    },
  },
});

interface LabelChipsProps {
  readonly labels: readonly string[];
  readonly color: Color | null;
  readonly className?: string | undefined;
  readonly tabIndex?: number;
  /** Shows all labels, without clicks, because a filter would change nothing in an open dialog. */
  readonly all?: boolean;
}

/** The marks of a card, besides its tint and pin. */
export function LabelChips({
  labels,
  color,
  className,
  tabIndex,
  all = false,
}: LabelChipsProps): JSX.Element | null {
  const styles = useStyles();
  if (labels.length === 0 && color === null) return null;
  const shown = all ? labels : labels.slice(0, MOST);
  const rest = labels.slice(shown.length);
  return (
    <div className={className}>
      <div className={styles.row}>
        {color !== null && (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not part of the note's words, and visible only with forced colours
          <span role="img" aria-label={TINTS[color].name} className={styles.color} />
        )}
        {shown.map((name) =>
          all ? (
            <bdi key={labelKey(name)} className={mergeClasses(styles.chip, styles.plain)}>
              {name}
            </bdi>
          ) : (
            <button
              key={labelKey(name)}
              type="button"
              dir="auto"
              tabIndex={tabIndex}
              className={styles.chip}
              data-tooltip={`Show only notes labelled ${name}`}
              onClick={() => addFilter(name)}
            >
              {name}
            </button>
          ),
        )}
        {rest.length > 0 && (
          <span className={styles.more} title={rest.join(', ')}>
            +{rest.length}
          </span>
        )}
      </div>
    </div>
  );
}
