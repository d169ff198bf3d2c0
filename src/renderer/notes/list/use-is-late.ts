/** Decides when an answer to the search box is so late that the screen should say so. */
import { useEffect, useState } from 'react';
import { isEmptySearch, isSameSearch, type Search } from '#shared/note/view.ts';
import type { ViewContent } from '../state/view-window.ts';

/** Users notice a delay from about a tenth of a second on; an answer that comes sooner should not flicker. */
const LATE_MS = 200;

/** @param wanted the search box's content */
export function useIsLate(content: ViewContent | null, wanted: Search): boolean {
  // An answer to an earlier search shows progress.
  const shown = content === null ? '' : JSON.stringify([content.query, content.labels]);
  const [lateAfter, setLateAfter] = useState<string>();
  const isWaiting = content !== null && !isEmptySearch(wanted) && !hasAnswer(content, wanted);
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

/** Whether it is known if the list has hits for the search. */
export function hasAnswer(content: ViewContent, wanted: Search): boolean {
  return isSameSearch(content, wanted) && (content.total > 0 || content.atLeast !== true);
}
