/**
 * Looks something up for a list, a moment after the list's own answer, so that no key in the search box waits
 * for it.
 */
import { useEffect, useEffectEvent } from 'react';
import { messageOf } from '#shared/base/error.ts';
import { listen } from '../../bridge/client.ts';

/** Somebody who types presses the next key within this many milliseconds. */
const PAUSE = 250;

/**
 * Looks after a pause, and again whenever notes have changed. What is under way is aborted then, and at the
 * end.
 * @param look should stop as soon as its signal is aborted
 */
export function useAfterPause(look: (signal: AbortSignal) => Promise<void>): void {
  const latestLook = useEffectEvent(look);
  useEffect(() => {
    const lookAfterPause = (): (() => void) => {
      const ends = new AbortController();
      const timer = setTimeout(() => {
        latestLook(ends.signal).catch((error: unknown) => {
          // A failure after the end does not count, such as when somebody signs out meanwhile.
          if (!ends.signal.aborted) console.error(messageOf(error));
        });
      }, PAUSE);
      return () => {
        ends.abort();
        clearTimeout(timer);
      };
    };
    let end = lookAfterPause();
    const endListening = listen('notes:changed', () => {
      end();
      end = lookAfterPause();
    });
    return () => {
      endListening();
      end();
    };
  }, []);
}
