/**
 * Moves the focus from the search box, or from a link to another list, to the first result once it is
 * rendered.
 */
import { useAtom } from 'jotai';
import { useEffect } from 'react';
import type { ListName } from '#shared/note/note.ts';
import { awaitedResultAtom, isAwaitedIn } from '../../search/query.ts';
import { scroller } from '../state/scroller.ts';
import { cardOf } from '../state/focus-card.ts';
import type { ViewContent } from '../state/view-window.ts';

export function useFirstResult(list: ListName, content: ViewContent | null): void {
  const [awaited, setAwaited] = useAtom(awaitedResultAtom);
  useEffect(() => {
    if (content === null || !isAwaitedIn(awaited, { ...content, list })) return undefined;
    // The search is still running, or `NearHits` may have something instead.
    if (content.total === 0) return undefined;
    let frame = 0;
    const focus = (): void => {
      const id = content.offset === 0 ? content.ids[0] : undefined;
      const card = id === undefined ? null : cardOf(document, id);
      if (card === null) {
        scroller.current?.scrollTo({ top: 0 });
        frame = requestAnimationFrame(focus);
        return;
      }
      setAwaited(null);
      card.focus();
    };
    focus();
    return () => cancelAnimationFrame(frame);
  }, [awaited, list, content, setAwaited]);
}
