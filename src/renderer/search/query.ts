/** The search that all lists share (spec §2): the query, which is only text, and labels as filters. */
import { atom } from 'jotai';
import { MOST_LABELS, withLabels, withoutLabels } from '#shared/note/labels.ts';
import type { ListName } from '#shared/note/note.ts';
import { isEmptySearch, isSameSearch, type Search, type View } from '#shared/note/view.ts';
import { store } from '../state/store.ts';

/**
 * Changes with each key. Components larger than the search box should use an atom that changes less often.
 */
export const queryAtom = atom('');

export const hasQueryAtom = atom((get) => get(queryAtom) !== '');

/** The labels that listed notes must have, each once, in the order of choice. */
export const filtersAtom = atom<readonly string[]>([]);

export const searchAtom = atom((get): Search => ({ query: get(queryAtom), labels: get(filtersAtom) }));

export const isSearchingAtom = atom((get) => !isEmptySearch(get(searchAtom)));

export function setSearch({ query, labels }: Search): void {
  store.set(queryAtom, query);
  store.set(filtersAtom, withLabels([], labels));
}

export function addFilter(label: string): void {
  store.set(filtersAtom, (filters) => withLabels(filters, [label]).slice(0, MOST_LABELS));
}

/** A filter by this label continues under its new name, or ends if that is null. */
export function renameFilter(from: string, to: string | null): void {
  store.set(filtersAtom, (filters) => {
    const others = withoutLabels(filters, [from]);
    return others === filters || to === null ? others : withLabels(others, [to]);
  });
}

export interface AwaitedResult {
  readonly search: Search;
  /** Null for the list on the screen. */
  readonly list: ListName | null;
}

/** The search whose first result gets the focus when it arrives; null if none is awaited. */
export const awaitedResultAtom = atom<AwaitedResult | null>(null);

export function isAwaitedIn(awaited: AwaitedResult | null, { list, ...search }: View): boolean {
  return awaited !== null && (awaited.list ?? list) === list && isSameSearch(awaited.search, search);
}
