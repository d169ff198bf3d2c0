/** Shows a list under the shared search, and follows its view. A new search starts at the top. */
import { useAtomValue, useSetAtom } from 'jotai';
import { useDeferredValue, useEffect } from 'react';
import type { ListName } from '#shared/note/note.ts';
import { isSameSearch } from '#shared/note/view.ts';
import { searchAtom } from '../../search/query.ts';
import { scroller } from './scroller.ts';
import { renderedRowsAtom, viewAtom, type ViewState, viewWindow } from './views.ts';

export function useView(list: ListName): ViewState {
  const search = useAtomValue(searchAtom);
  useEffect(() => {
    viewWindow(list).show(search);
    scroller.current?.scrollTo({ top: 0 });
  }, [list, search]);
  const latest = useAtomValue(viewAtom(list));
  // The next key has priority over rendering an answer, because the user may still be typing.
  const deferred = useDeferredValue(latest);
  const shown = answersAnother(deferred, latest) ? deferred : latest;
  const setRenderedRows = useSetAtom(renderedRowsAtom);
  useEffect(() => setRenderedRows(shown.content), [setRenderedRows, shown.content]);
  return shown;
}

/** Whether both show notes, but for different searches. */
function answersAnother({ content: before }: ViewState, { content: now }: ViewState): boolean {
  return before !== null && now !== null && !isSameSearch(before, now);
}
