/** The one element that scrolls, for the virtualised cards inside of it. */
import { createContext, type RefObject, useContext } from 'react';

const Context = createContext<RefObject<HTMLElement | null>>({ current: null });

export const ScrollerProvider = Context.Provider;

export function useScroller(): RefObject<HTMLElement | null> {
  return useContext(Context);
}
