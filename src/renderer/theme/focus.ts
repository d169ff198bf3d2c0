/** The one focus ring of the app: 2 px of the accent, 3:1 at least against paper and cards. */
import { ink } from './theme.ts';

/** For `makeStyles`: shown for keyboard focus only. */
export const focusRing = {
  ':focus-visible': { outline: `2px solid ${ink.focus}`, outlineOffset: '2px' },
} as const;

/** In place of an outline outside, where a parent would cut it off. */
export const focusRingInside = {
  ':focus-visible': { outline: `2px solid ${ink.focus}`, outlineOffset: '-2px' },
} as const;
