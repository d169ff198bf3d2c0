/** The heading above a part of the grid of cards. */
import { tokens } from '../../theme/theme.ts';

/** Its height, with the gap below it. */
export const CAPTION = 28;

export const gridCaption = {
  margin: '0',
  padding: `0 0 ${tokens.spacingVerticalM}`,
  fontSize: '12px',
  lineHeight: '16px',
  fontWeight: tokens.fontWeightSemibold,
  letterSpacing: '0.1px',
  color: tokens.colorNeutralForeground3,
} as const;
