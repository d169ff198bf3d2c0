/** Offers the notes of a label whose name is the whole query. */
import { makeStyles } from '@fluentui/react-components';
import { TagRegular } from '@fluentui/react-icons/svg/tag';
import type { JSX } from 'react';
import { setSearch } from '../../search/query.ts';
import { focusRing } from '../../theme/focus.ts';
import { ON_FORCED_COLORS } from '../../theme/media.ts';
import { tokens } from '../../theme/theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    boxSizing: 'border-box',
    maxWidth: '100%',
    minHeight: '40px',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    border: `1px solid ${tokens.colorCardStroke}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralCardBackground,
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: '14px',
    lineHeight: '20px',
    fontVariantNumeric: 'tabular-nums',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { border: `1px solid ${tokens.colorNeutralStroke1}` },
    ...focusRing,
    [ON_FORCED_COLORS]: { border: '1px solid' },
  },
  icon: { flexShrink: 0, fontSize: '18px', color: tokens.colorNeutralForeground3 },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
});

export interface LabelHit {
  readonly name: string;
  /** How many notes of the list have it, such as "22 notes". */
  readonly count: string;
}

export function NearLabel({ name, count }: LabelHit): JSX.Element {
  const styles = useStyles();
  return (
    <button type="button" className={styles.root} onClick={() => setSearch({ query: '', labels: [name] })}>
      <TagRegular className={styles.icon} aria-hidden />
      <span>
        Label <bdi className={styles.name}>{name}</bdi>, {count}
      </span>
    </button>
  );
}
