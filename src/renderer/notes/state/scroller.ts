/** The one element that scrolls, for the virtualised cards inside of it. */
import type { RefObject } from 'react';

/**
 * Looked up at each access: a ref would not be set yet when the elements inside are measured for the first
 * time.
 */
export const scroller: RefObject<HTMLElement | null> = {
  get current() {
    return document.querySelector('main');
  },
};

/** Whether the pointer is on the scroll bar of this element. */
export function isOnScrollBar({ target, offsetX }: MouseEvent): boolean {
  const scrolled = scroller.current;
  return scrolled !== null && target === scrolled && offsetX >= scrolled.clientWidth;
}
