/**
 * The app's only focus ring: 2 px of the accent, with a contrast of at least 3:1 against the background and
 * cards.
 */
import { tokens } from './theme.ts';

/** For `makeStyles`: shown for keyboard focus only. */
export const focusRing = {
  ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
} as const;

/** For elements whose parent would cut off an outline outside of them. */
export const focusRingInside = {
  ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
} as const;
