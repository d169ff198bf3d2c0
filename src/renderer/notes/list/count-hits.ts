/** Counts the hits of a search in another list. */
import type { IdsPage } from '#shared/ipc/bulk.ts';
import type { View } from '#shared/note/view.ts';
import { call } from '../../bridge/client.ts';

/** Hits of a list are counted up to this number. */
export const MOST_COUNTED = 100;
/**
 * Without an index, counting a list takes many requests of ten milliseconds each; it stops after this many.
 */
const MOST_REQUESTS = 50;

export interface Count {
  readonly count: number;
  /** Whether there are more. */
  readonly isMore: boolean;
}

export async function countHits(view: View, signal: AbortSignal): Promise<Count> {
  let count = 0;
  let below: IdsPage['below'] = null;
  for (let request = 0; request < MOST_REQUESTS; request += 1) {
    const page: IdsPage = await call('notes:ids', { ...view, below, limit: MOST_COUNTED - count });
    count += page.ids.length;
    ({ below } = page);
    if (below === null || count >= MOST_COUNTED || signal.aborted) break;
  }
  return { count, isMore: below !== null };
}
