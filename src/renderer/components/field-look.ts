/** The app's look of Fluent UI's fields: a ring instead of an underline. For `makeStyles`. */
import { ink } from '../theme/theme.ts';

const RING = { border: `1px solid ${ink.focus}`, boxShadow: `0 0 0 1px ${ink.focus}` } as const;

export const fieldLook = {
  border: `1px solid ${ink.controlLine}`,
  ':hover': { border: `1px solid ${ink.controlLineHover}` },
  // Spelled as in Fluent UI, so that it overrides that rule.
  ':active,:focus-within': RING,
  '::after': { display: 'none' },
} as const;
