/** The labels of the account's notes, and the one whose notes are shown. */
import { atom } from 'jotai';
import { labelKey } from '#shared/note/labels.ts';
import type { LabelCount } from '#shared/note/view.ts';
import { isSameList } from '#shared/base/same-list.ts';
import { store } from '../state/store.ts';
import { filtersAtom } from './query.ts';

/** Each label in one spelling, in alphabetical order; empty until known. */
export const labelsAtom = atom<readonly string[]>([]);

/** The number of active notes per label, by its name in `labelsAtom`. */
export const labelCountsAtom = atom<ReadonlyMap<string, number>>(new Map());

/**
 * Applies the answer to `labels:list`. What it does not change stays the same object, because most changes are
 * of words, and then the drawer need not draw its labels again.
 */
export function updateLabels(labels: readonly LabelCount[]): void {
  const names = labels.map(({ name }) => name);
  const counts = labels.map(({ active }) => active);
  const before = store.get(labelCountsAtom);
  const isSame = isSameList([...before.keys()], names) && isSameList([...before.values()], counts);
  store.set(labelsAtom, (shown) => (isSameList(shown, names) ? shown : names));
  if (!isSame) store.set(labelCountsAtom, new Map(labels.map(({ name, active }) => [name, active])));
}

/** The only label that filters the lists; null without any, or with several. */
export const shownLabelAtom = atom((get) => {
  const [filter, ...others] = get(filtersAtom);
  if (filter === undefined || others.length > 0) return null;
  return get(labelsAtom).find((name) => labelKey(name) === labelKey(filter)) ?? filter;
});
