/** How a field of Fluent UI looks in this app: a ring in place of the line below it. For `makeStyles`. */
import { ink } from '../theme/theme.ts';

const RING = { border: `1px solid ${ink.focus}`, boxShadow: `0 0 0 1px ${ink.focus}` } as const;

export const fieldLook = {
  border: `1px solid ${ink.controlLine}`,
  ':hover': { border: `1px solid ${ink.controlLineHover}` },
  // Spelled as by Fluent UI, so that it takes the place of that style.
  ':active,:focus-within': RING,
  '::after': { display: 'none' },
} as const;
