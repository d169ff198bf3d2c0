/**
 * Lets an element glide to its new place beside the drawer. It is laid out once, at once; only its transform is
 * animated, so that no frame of the drawer's way lays the cards out again.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { SPEC } from '#shared/spec.ts';
import { REDUCED_MOTION } from '../theme/media.ts';
import { springEasing } from '../theme/motion.ts';

/** @param left where the element starts, in CSS pixels; a change of it is what glides */
export function useGlide(ref: RefObject<HTMLElement | null>, left: number): void {
  const before = useRef(left);
  useLayoutEffect(() => {
    const from = before.current - left;
    before.current = left;
    const element = ref.current;
    if (from === 0 || element === null || matchMedia(REDUCED_MOTION).matches) return undefined;
    const animation = element.animate([{ transform: `translateX(${from}px)` }, { transform: 'none' }], {
      duration: SPEC.wideDrawerTransition,
      easing: springEasing(),
    });
    return () => animation.cancel();
  }, [ref, left]);
}
