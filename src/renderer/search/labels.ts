/** The labels that the account's notes have, and the one whose notes are shown. */
import { atom } from 'jotai';
import { labelKey } from '#shared/note/labels.ts';
import { filtersAtom } from './query.ts';

/** Each label in one of its spellings, in alphabetical order; empty until known. */
export const labelsAtom = atom<readonly string[]>([]);

/** How many active notes have each label, by its name in `labelsAtom`. */
export const labelCountsAtom = atom<ReadonlyMap<string, number>>(new Map());

/** The name of the only label that filters the lists; null if none or several do. */
export const shownLabelAtom = atom((get) => {
  const [filter, ...others] = get(filtersAtom);
  if (filter === undefined || others.length > 0) return null;
  return get(labelsAtom).find((name) => labelKey(name) === labelKey(filter)) ?? filter;
});
