/** Shows a list under the shared query and follows its view; a new query starts at the top. */
import { useAtomValue } from 'jotai';
import { useDeferredValue, useEffect } from 'react';
import type { ListName } from '#shared/note/note.ts';
import { queryAtom } from '../../search/query.ts';
import { scroller } from './scroller.ts';
import { viewAtom, type ViewState, viewWindow } from './views.ts';

export function useView(list: ListName): ViewState {
  const query = useAtomValue(queryAtom);
  useEffect(() => {
    viewWindow(list).show(query);
    scroller.current?.scrollTo({ top: 0 });
  }, [list, query]);
  const latest = useAtomValue(viewAtom(list));
  // Drawing the answer to another query gives way to the next key, because somebody may still be typing.
  const deferred = useDeferredValue(latest);
  return answersAnother(deferred, latest) ? deferred : latest;
}

/** Whether both show notes, but of different queries. */
function answersAnother({ content: before }: ViewState, { content: now }: ViewState): boolean {
  return before !== null && now !== null && before.query !== now.query;
}
