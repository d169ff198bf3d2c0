/** The two sides of a comparison: the conflict copy, and the note that it could not be merged into. */
import { makeStyles } from '@fluentui/react-components';
import { ON_NARROW } from '../../theme/media.ts';
import { tokens } from '../../theme/theme.ts';

export type Side = 'mine' | 'theirs';

export const SIDES: readonly (readonly [side: Side, name: string])[] = [
  ['mine', 'Mine'],
  ['theirs', 'Theirs'],
];

/** The two sides in columns, which are the same in each row. */
export const usePairStyles = makeStyles({
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: `0 ${tokens.spacingHorizontalL}`,
    [ON_NARROW]: { gap: `0 ${tokens.spacingHorizontalS}` },
  },
});
