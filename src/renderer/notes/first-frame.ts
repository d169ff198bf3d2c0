/**
 * The first frame of a list has only what can be seen in it, so that it comes sooner and leaves the page free to answer.
 * Cards beyond the screen's edges, and actions that only hover or the focus shows, are drawn a moment later.
 */
import { createContext, startTransition, useContext, useEffect, useState } from 'react';

/** Long enough for the first frame to be painted on a slow machine. */
const REST_AFTER_MS = 250;
const INPUTS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const;

/**
 * Calls `act` once, some time after the first frame or with the first input. Call it when what the first frame shows is in the page.
 * @returns a function after which it is not called any more
 */
export function afterFirstFrame(act: () => void): () => void {
  const begun = new AbortController();
  const begin = (): void => {
    stop();
    act();
  };
  const timer = setTimeout(begin, REST_AFTER_MS);
  const stop = (): void => {
    clearTimeout(timer);
    begun.abort();
  };
  for (const input of INPUTS) addEventListener(input, begin, { capture: true, signal: begun.signal });
  return stop;
}

/** Whether to draw what the first frame leaves out. */
export function useIsRestDrawn(): boolean {
  const [isRestDrawn, setRestDrawn] = useState(false);
  // In slices, because a key may be pressed meanwhile.
  useEffect(() => afterFirstFrame(() => startTransition(() => setRestDrawn(true))), []);
  return isRestDrawn;
}

const OfferedActionsContext = createContext(true);

/** Whether the cards below it have the actions that only hover or the focus shows. */
export const OfferedActions = OfferedActionsContext.Provider;

/** True outside of lists. */
export function useHasOfferedActions(): boolean {
  return useContext(OfferedActionsContext);
}
