/** The labels that the account's notes have, and what a query with labels searches for besides them. */
import { atom, useAtomValue } from 'jotai';
import { labelKey } from '#shared/labels.ts';
import { type ParsedQuery, parseQuery } from '#shared/query.ts';
import { store } from '../state/store.ts';
import { queryAtom } from './query.ts';

/** Each in one of its spellings, in the order of the alphabet; none until they are known. */
export const labelsAtom = atom<readonly string[]>([]);

const keysAtom = atom((get) => new Set(get(labelsAtom).map(labelKey)));

/** As the account's views take it. */
export function useParsedQuery(query: string): ParsedQuery {
  const keys = useAtomValue(keysAtom);
  return parseQuery(query, (key) => keys.has(key));
}

const parsedAtom = atom((get) => {
  const keys = get(keysAtom);
  return parseQuery(get(queryAtom), (key) => keys.has(key));
});

/** The one label whose notes are asked for, by its key; null where the query has words, or labels besides. */
export const shownLabelAtom = atom((get) => {
  const { labels, text } = get(parsedAtom);
  return text === '' && labels.length === 1 ? (labels[0] ?? null) : null;
});

/** What the lists are searched for now, with the names of its labels. */
export function shownQuery(): ParsedQuery {
  const { labels, text } = store.get(parsedAtom);
  return { labels: store.get(labelsAtom).filter((name) => labels.includes(labelKey(name))), text };
}

/** Shows all notes again where those of labels are shown, without any words. */
export function clearLabels(): void {
  if (shownQuery().text === '') store.set(queryAtom, '');
}
