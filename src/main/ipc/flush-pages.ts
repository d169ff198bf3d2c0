/** Before the app ends, pages send the words that were typed since their last draft. */
import type { Clock } from '#shared/base/clock.ts';
import { withDeadline } from '../base/deadline.ts';

export interface PageFlush {
  /** Resolves when all pages have answered, or after `PATIENCE_MS`. */
  flush(): Promise<void>;
  /** Called when a page has answered the question of this number. */
  countAnswer(question: number): void;
}

/** How long to wait for answers, in milliseconds. A page that has crashed never answers. */
const PATIENCE_MS = 500;

/** @param ask asks all pages the question of this number, and returns how many pages there are */
export function createPageFlush(ask: (question: number) => number, clock: Clock): PageFlush {
  let last = 0;
  /**
   * The callback for answers to a question, by the question's number. Each flush asks again, because an
   * answer does not cover words that were typed after it.
   */
  const open = new Map<number, () => void>();
  return {
    async flush() {
      last += 1;
      const question = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      let missing = ask(question);
      if (missing === 0) return;
      open.set(question, () => {
        missing -= 1;
        if (missing === 0) resolve();
      });
      await withDeadline(promise, clock, PATIENCE_MS, undefined);
      open.delete(question);
    },
    countAnswer: (question) => open.get(question)?.(),
  };
}
