/** The app's look of Fluent UI's fields: a ring instead of an underline. For `makeStyles`. */
import { tokens } from '../theme/theme.ts';

const RING = {
  border: `1px solid ${tokens.colorStrokeFocus2}`,
  boxShadow: `0 0 0 1px ${tokens.colorStrokeFocus2}`,
} as const;

export const fieldLook = {
  border: `1px solid ${tokens.colorNeutralStroke1}`,
  ':hover': { border: `1px solid ${tokens.colorNeutralStroke1Hover}` },
  // Spelled as in Fluent UI, so that it overrides that rule.
  ':active,:focus-within': RING,
  '::after': { display: 'none' },
} as const;
