/** Before the app ends, pages hand over what was typed since the last draft was sent. */
import type { Clock } from '#shared/clock.ts';
import { withDeadline } from '../deadline.ts';

export interface PageFlush {
  /** Resolves when all pages have answered, or when one does not. */
  flush(): Promise<void>;
  /** A page has answered. */
  countAnswer(): void;
}

/** Milliseconds. A page that shows nothing any more never answers. */
const PATIENCE_MS = 500;

/** @param ask asks all pages, and tells how many there are */
export function createPageFlush(ask: () => number, clock: Clock): PageFlush {
  let missing = 0;
  let done: (() => void) | null = null;
  return {
    async flush() {
      const { promise, resolve } = Promise.withResolvers<void>();
      done = resolve;
      missing = ask();
      if (missing > 0) await withDeadline(promise, clock, PATIENCE_MS, undefined);
    },
    countAnswer() {
      missing -= 1;
      if (missing <= 0) done?.();
    },
  };
}
