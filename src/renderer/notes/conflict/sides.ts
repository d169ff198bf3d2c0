/** The two sides of a comparison: the conflict copy, and the note that it could not be merged into. */
import { makeStyles } from '@fluentui/react-components';
import { ON_NARROW } from '../../theme/media.ts';

export type Side = 'mine' | 'theirs';

export const SIDES: readonly (readonly [side: Side, name: string])[] = [
  ['mine', 'Mine'],
  ['theirs', 'Theirs'],
];

/** Both sides beside each other, in each row of the comparison in the same columns. */
export const usePairStyles = makeStyles({
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '0 16px',
    [ON_NARROW]: { gap: '0 8px' },
  },
});
