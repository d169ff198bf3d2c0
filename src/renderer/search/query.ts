/** The search query, shared by all screens (spec §2). */
import { atom } from 'jotai';
import type { ListName } from '#shared/note.ts';
import { isBlank } from '#shared/search.ts';

/** Whoever draws more than the search box follows something that changes less often, so that a key does not wait for it. */
export const queryAtom = atom('');

export const isSearchingAtom = atom((get) => !isBlank(get(queryAtom)));

export interface AwaitedResult {
  readonly query: string;
  /** Null for whichever list is on the screen. */
  readonly list: ListName | null;
}

/** Of what somebody wants to go to the first result, as soon as it is there; null where nobody does. */
export const awaitedResultAtom = atom<AwaitedResult | null>(null);
