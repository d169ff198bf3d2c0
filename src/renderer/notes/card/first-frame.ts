/**
 * The first frame of a list has only what can be seen in it, so that it comes sooner and leaves the page free
 * to answer. Cards beyond the screen's edges, and actions that only hover or the focus shows, are drawn a
 * moment later.
 */
import { createContext, startTransition, useContext, useEffect, useState } from 'react';

/** Long enough for the first frame to be painted on a slow machine; an input draws the rest sooner. */
const REST_AFTER_MS = 250;
const INPUTS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const;

/** Whether to draw what the first frame leaves out: some time after it, or with the first input. */
export function useIsRestDrawn(): boolean {
  const [isRestDrawn, setRestDrawn] = useState(false);
  useEffect(() => {
    const drawn = new AbortController();
    const draw = (): void => {
      drawn.abort();
      // In slices, because a key may be pressed meanwhile.
      startTransition(() => setRestDrawn(true));
    };
    const timer = setTimeout(draw, REST_AFTER_MS);
    for (const input of INPUTS) addEventListener(input, draw, { capture: true, signal: drawn.signal });
    return () => {
      clearTimeout(timer);
      drawn.abort();
    };
  }, []);
  return isRestDrawn;
}

const OfferedActionsContext = createContext(true);

/** Whether the cards below it have the actions that only hover or the focus shows. */
export const OfferedActions = OfferedActionsContext.Provider;

/** True outside of lists. */
export function useHasOfferedActions(): boolean {
  return useContext(OfferedActionsContext);
}
