/** Shows a list under the shared query and follows its view; a new query starts at the top. */
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { ListName } from '#shared/note.ts';
import { queryAtom } from '../search/query.ts';
import { useScroller } from '../shell/scroller.ts';
import { viewAtom, type ViewState, viewWindow } from './views.ts';

export function useView(list: ListName): ViewState {
  const query = useAtomValue(queryAtom);
  const scroller = useScroller();
  useEffect(() => {
    viewWindow(list).show(query);
    scroller.current?.scrollTo({ top: 0 });
  }, [list, query, scroller]);
  return useAtomValue(viewAtom(list));
}
