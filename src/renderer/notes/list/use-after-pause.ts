/**
 * Runs a secondary query for a list a moment after the list's own answer, so that typing never waits for it.
 */
import { useEffect, useEffectEvent } from 'react';
import { messageOf } from '#shared/base/error.ts';
import { listen } from '../../bridge/client.ts';

/** While typing, users press the next key within this many milliseconds. */
const PAUSE = 250;

/**
 * Runs `look` after a pause, and again whenever notes have changed. A run still under way is aborted then,
 * and on unmount.
 * @param look should stop as soon as its signal is aborted
 */
export function useAfterPause(look: (signal: AbortSignal) => Promise<void>): void {
  const latestLook = useEffectEvent(look);
  useEffect(() => {
    const lookAfterPause = (): (() => void) => {
      const ends = new AbortController();
      const timer = setTimeout(() => {
        latestLook(ends.signal).catch((error: unknown) => {
          // Failures after an abort are expected, for example at sign-out.
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
