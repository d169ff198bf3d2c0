/**
 * The look of the option that Enter takes, in a list below a field that keeps the focus. For `makeStyles`.
 */
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { tokens } from '../theme/theme.ts';

export const activeOption = {
  backgroundColor: tokens.colorBrandBackground2,
  color: tokens.colorBrandForeground2,
  ':hover': { backgroundColor: tokens.colorBrandBackground2 },
  [ON_FORCED_COLORS]: { outline: '2px solid Highlight', outlineOffset: '-2px' },
} as const;
