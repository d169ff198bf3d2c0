/** The labels that the account's notes have, and what a query with labels searches for besides them. */
import { atom, useAtomValue } from 'jotai';
import { labelKey } from '#shared/note/labels.ts';
import { type ParsedQuery, parseQuery } from '#shared/note/query.ts';
import { store } from '../state/store.ts';
import { queryAtom } from './query.ts';

/** Each label in one of its spellings, in alphabetical order; empty until known. */
export const labelsAtom = atom<readonly string[]>([]);

/** How many active notes have each label, by its name in `labelsAtom`. */
export const labelCountsAtom = atom<ReadonlyMap<string, number>>(new Map());

const keysAtom = atom((get) => new Set(get(labelsAtom).map(labelKey)));

/** Parses a query as the account's views do. */
export function useParsedQuery(query: string): ParsedQuery {
  const keys = useAtomValue(keysAtom);
  return parseQuery(query, (key) => keys.has(key));
}

const parsedAtom = atom((get) => {
  const keys = get(keysAtom);
  return parseQuery(get(queryAtom), (key) => keys.has(key));
});

/** The name of the label if the query is exactly one label; null if it has words or other labels, too. */
export const shownLabelAtom = atom((get) => {
  const { labels, text } = get(parsedAtom);
  if (text !== '' || labels.length !== 1) return null;
  return get(labelsAtom).find((name) => labelKey(name) === labels[0]) ?? null;
});

/** The query of the lists now, with the names of its labels instead of their keys. */
export function shownQuery(): ParsedQuery {
  const { labels, text } = store.get(parsedAtom);
  return { labels: store.get(labelsAtom).filter((name) => labels.includes(labelKey(name))), text };
}

/** Shows all notes again if the query has labels but no words. */
export function clearLabels(): void {
  if (shownQuery().text === '') store.set(queryAtom, '');
}
