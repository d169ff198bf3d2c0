/** Media queries, with the specification's breakpoints, as hooks and as keys for `makeStyles`. */
import { useSyncExternalStore } from 'react';
import { SPEC } from '#shared/spec.ts';

/** Spec §9: here the drawer slides in. */
export const NARROW = `(width < ${SPEC.mobileBreakpoint}px)`;
/** Spec §2: here the search box is inline. */
export const INLINE_SEARCH = `(width > ${SPEC.inlineSearchAbove}px)`;
export const DARK = '(prefers-color-scheme: dark)';
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

export const ON_NARROW = `@media ${NARROW}` as const;
/** Where a pointer can hover, things may wait for it. */
export const ON_HOVER = '@media (hover: hover)' as const;
export const ON_FORCED_COLORS = '@media (forced-colors: active)' as const;
export const ON_REDUCED_MOTION = `@media ${REDUCED_MOTION}` as const;

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}
