/** The two sides of a comparison: the conflict copy, and the note that it could not be merged into. */
import { makeStyles } from '@fluentui/react-components';
import type { Conflict } from '#shared/note/conflict.ts';
import { ON_NARROW } from '../../theme/media.ts';
import { tokens } from '../../theme/theme.ts';

export type Side = 'mine' | 'theirs';

export const SIDES: readonly Side[] = ['mine', 'theirs'];

export type SideNames = Readonly<Record<Side, string>>;

export const USUAL_NAMES: SideNames = { mine: 'This device', theirs: 'Other device' };

/**
 * Names each side by the device that wrote it. A device that wrote neither also shows a copy that came to it
 * from the cloud.
 */
export function sideNames({ mine, theirs }: Conflict['written']): SideNames {
  if (mine.by === 'this device') return USUAL_NAMES;
  if (theirs.by === 'this device') return { mine: 'Other device', theirs: 'This device' };
  return { mine: 'One device', theirs: 'Other device' };
}

/** The two sides in columns, which are the same in each row. */
export const usePairStyles = makeStyles({
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: `0 ${tokens.spacingHorizontalL}`,
    [ON_NARROW]: { gap: `0 ${tokens.spacingHorizontalS}` },
  },
});
