/**
 * Renders only the visible part of a list in the first frame, so that it comes sooner and leaves the page
 * free to respond. Cards beyond the screen's edges, and actions that appear on hover or focus, follow a
 * moment later.
 */
import { createContext, startTransition, useContext, useEffect, useState } from 'react';

/** Long enough to paint the first frame on a slow machine; any input renders the rest sooner. */
const REST_AFTER_MS = 250;
const INPUTS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const;

/** Whether to render what the first frame omits: true after a while, or after the first input. */
export function useIsRestDrawn(): boolean {
  const [isRestDrawn, setRestDrawn] = useState(false);
  useEffect(() => {
    const drawn = new AbortController();
    const draw = (): void => {
      drawn.abort();
      // A transition renders in slices, because a key may be pressed meanwhile.
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

/** Whether cards render the actions that appear on hover or focus. */
export const OfferedActions = OfferedActionsContext.Provider;

/** True outside of lists. */
export function useHasOfferedActions(): boolean {
  return useContext(OfferedActionsContext);
}
