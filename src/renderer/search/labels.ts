/** The labels of the account's notes, and the one whose notes are shown. */
import { atom } from 'jotai';
import { labelKey } from '#shared/note/labels.ts';
import { filtersAtom } from './query.ts';

/** Each label in one spelling, in alphabetical order; empty until known. */
export const labelsAtom = atom<readonly string[]>([]);

/** The number of active notes per label, by its name in `labelsAtom`. */
export const labelCountsAtom = atom<ReadonlyMap<string, number>>(new Map());

/** The only label that filters the lists; null without any, or with several. */
export const shownLabelAtom = atom((get) => {
  const [filter, ...others] = get(filtersAtom);
  if (filter === undefined || others.length > 0) return null;
  return get(labelsAtom).find((name) => labelKey(name) === labelKey(filter)) ?? filter;
});
