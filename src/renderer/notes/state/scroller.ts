/** The one element that scrolls. Virtualised cards inside it need it. */
import type { RefObject } from 'react';

/** Looked up on each access: a ref would not be set yet when elements inside are first measured. */
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
