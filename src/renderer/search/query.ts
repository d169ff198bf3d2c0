/** The search query, shared by all screens (spec §2). */
import { atom } from 'jotai';
import type { ListName } from '#shared/note/note.ts';
import { isBlank } from '#shared/text/search.ts';

/** What draws more than the search box should use an atom that changes less often, so that keys do not wait for it. */
export const queryAtom = atom('');

export const isSearchingAtom = atom((get) => !isBlank(get(queryAtom)));

export interface AwaitedResult {
  readonly query: string;
  /** Null means whichever list is on the screen. */
  readonly list: ListName | null;
}

/** The search whose first result gets the focus as soon as it is there; null if none is awaited. */
export const awaitedResultAtom = atom<AwaitedResult | null>(null);
