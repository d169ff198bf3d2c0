/** Moves the elements beside the drawer without laying them out in each frame. */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { SPEC } from '#shared/base/spec.ts';
import { REDUCED_MOTION } from '../theme/media.ts';
import { springEasing } from '../theme/motion.ts';

/**
 * Animates an element to its new place beside the drawer. It is laid out immediately and only once; the
 * animation is a transform, so that the cards are not laid out again in each frame.
 * @param place of the element, in CSS pixels from the left; each change is animated
 */
export function useGlide(ref: RefObject<HTMLElement | null>, place: number): void {
  const before = useRef(place);
  useLayoutEffect(() => {
    const from = before.current - place;
    before.current = place;
    const element = ref.current;
    if (from === 0 || element === null || matchMedia(REDUCED_MOTION).matches) return undefined;
    const animation = element.animate([{ transform: `translateX(${from}px)` }, { transform: 'none' }], {
      duration: SPEC.wideDrawerTransition,
      easing: springEasing(),
    });
    return () => animation.cancel();
  }, [ref, place]);
}
