/** Tells when the answer to the words in the search box takes so long that the screen should say so. */
import { useEffect, useState } from 'react';
import { isBlank } from '#shared/text/search.ts';
import type { ViewContent } from '../state/view-window.ts';

/** People notice a delay from about a tenth of a second on, and no answer that comes sooner should flicker. */
const LATE_MS = 200;

/** @param typed the query in the search box */
export function useIsLate(content: ViewContent | null, typed: string): boolean {
  // An answer to a query that was typed before shows that the search goes on.
  const shown = content?.query;
  const [lateAfter, setLateAfter] = useState<string>();
  const isWaiting = content !== null && !isBlank(typed) && !hasAnswer(content, typed);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setLateAfter(shown), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLateAfter(undefined);
    };
  }, [isWaiting, shown]);
  return isWaiting && lateAfter === shown;
}

/** Whether it is known if the list has hits for the query. */
export function hasAnswer({ query, total, atLeast }: ViewContent, typed: string): boolean {
  return query === typed && (total > 0 || atLeast !== true);
}
