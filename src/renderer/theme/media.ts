/** Media queries, with the specification's breakpoints, as hooks and as keys for `makeStyles`. */
import { useSyncExternalStore } from 'react';
import { SPEC } from '#shared/base/spec.ts';

/** Spec §9: here the drawer slides in. */
export const NARROW = `(width < ${SPEC.mobileBreakpoint}px)`;
/** Spec §2: here the search box is inline. */
export const INLINE_SEARCH = `(width > ${SPEC.inlineSearchAbove}px)`;
/** For what is shown only on hover: applies only if the pointer can hover. */
export const HOVER = '(hover: hover)';
/** A card names its colour here. */
export const FORCED_COLORS = '(forced-colors: active)';
export const DARK = '(prefers-color-scheme: dark)';
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

export const ON_NARROW = `@media ${NARROW}` as const;
/** A window at most half as high as usual, such as one at 200 %. */
export const ON_LOW = '@media (height < 480px)' as const;
export const ON_HOVER = `@media ${HOVER}` as const;
export const ON_NO_HOVER = '@media (hover: none)' as const;
export const ON_FORCED_COLORS = `@media ${FORCED_COLORS}` as const;
export const ON_REDUCED_MOTION = `@media ${REDUCED_MOTION}` as const;

export function useMedia(query: string): boolean {
  const { subscribe, matches } = watchOf(query);
  return useSyncExternalStore(subscribe, matches);
}

interface Watch {
  readonly subscribe: (changed: () => void) => () => void;
  readonly matches: () => boolean;
}

/** One watch for each query, because the grid asks on every step of scrolling. */
const watches = new Map<string, Watch>();

function watchOf(query: string): Watch {
  const existingWatch = watches.get(query);
  if (existingWatch !== undefined) return existingWatch;
  const list = matchMedia(query);
  const watch: Watch = {
    subscribe(changed) {
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    matches: () => list.matches,
  };
  watches.set(query, watch);
  return watch;
}
