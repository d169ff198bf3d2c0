/**
 * The look of the option that Enter takes, in a list below a field that keeps the focus. For `makeStyles`.
 */
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { ink } from '../theme/theme.ts';

export const activeOption = {
  backgroundColor: ink.selected,
  color: ink.onSelected,
  ':hover': { backgroundColor: ink.selected },
  [ON_FORCED_COLORS]: { outline: '2px solid Highlight', outlineOffset: '-2px' },
} as const;
