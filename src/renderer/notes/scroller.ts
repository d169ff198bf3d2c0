/** The one element that scrolls, for the virtualised cards inside of it. */
import type { RefObject } from 'react';

/**
 * Looked for whenever it is asked: a ref that is set with the layout is not there yet when what stands inside of it is measured for the
 * first time.
 */
export const scroller: RefObject<HTMLElement | null> = {
  get current() {
    return document.querySelector('main');
  },
};

/** Whether the pointer is on its scroll bar. */
export function isOnScrollBar({ target, offsetX }: MouseEvent): boolean {
  const scrolled = scroller.current;
  return scrolled !== null && target === scrolled && offsetX >= scrolled.clientWidth;
}
