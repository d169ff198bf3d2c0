/** The frame of a Fluent text field: one line around it instead of Fluent's darker lower edge, in colour with the focus. */
import { ink } from '../theme/theme.ts';

export const fieldFrame = {
  '::after': { display: 'none' },
  ':hover': { border: `1px solid ${ink.controlLine}` },
  // With Fluent's own selector, whose lower edge would be darker than the rest.
  ':active,:focus-within': { border: `1px solid ${ink.focus}` },
  ':focus-within': { border: `1px solid ${ink.focus}`, boxShadow: `0 0 0 1px ${ink.focus}` },
} as const;
