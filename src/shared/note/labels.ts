/**
 * Labels: names that the user gives to notes. Two names are one label if they are the same under `fold`; a
 * note shows the spelling that it was given.
 */
import { fold } from '../text/search.ts';
import { isUnknownValue, type UnknownValue } from './unknown-value.ts';

/** The value of a note's field: see `NoteFields`. */
type NoteLabels = readonly string[] | UnknownValue | null;

/** The longest name of a label, in UTF-16 units. */
export const MAX_LABEL = 100;

export const MOST_LABELS = 100;

/**
 * Whether a document has more or longer labels than this app allows. Another client may have written any
 * number, and a screen cannot show them all. Only the first ones are shown, and this version never changes
 * such a list, because writing the shown labels would delete the others.
 */
export function areLabelsFixed(labels: NoteLabels): boolean {
  if (!isUnknownValue(labels) || !('arrayValue' in labels.unknown)) return false;
  const { arrayValue } = labels.unknown;
  return (
    arrayValue.length > MOST_LABELS ||
    arrayValue.some((item) => 'stringValue' in item && item.stringValue.length > MAX_LABEL)
  );
}

/** The key by which labels are compared. */
export function labelKey(name: string): string {
  return fold(name.trim());
}

/** The name as it is stored: one line without spaces around it; empty if it has no other characters. */
export function wholeLabel(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .toWellFormed()
    .trim();
}

/** A typed name, cut if it is too long. */
export function cleanLabel(name: string): string {
  return cut(wholeLabel(name)).trim();
}

function cut(name: string): string {
  // The cut must not leave half a character.
  return name.length > MAX_LABEL ? name.slice(0, MAX_LABEL).replace(/[\ud800-\udbff]$/, '') : name;
}

/**
 * The first labels in a list that any client may have written: each once, in its first spelling. Skips items
 * that are not names, and cuts names that are too long.
 */
export function readLabels(stored: readonly unknown[]): readonly string[] {
  const names = stored.slice(0, MOST_LABELS).filter((name) => typeof name === 'string');
  return withLabels([], names.map(cut));
}

/**
 * The labels that a note shows for the value of its field: for an unknown value, the first names if it is a
 * list, otherwise none.
 */
export function shownLabels(labels: NoteLabels): readonly string[] {
  if (labels === null) return [];
  if (!isUnknownValue(labels)) return labels;
  const { unknown } = labels;
  if (!('arrayValue' in unknown)) return [];
  const first = unknown.arrayValue.slice(0, MOST_LABELS);
  return readLabels(first.map((item) => ('stringValue' in item ? item.stringValue : null)));
}

/**
 * For fixed labels, which may be a megabyte, a short value that is also fixed and shows the same; other
 * labels unchanged.
 */
export function shortLabels(labels: NoteLabels): NoteLabels {
  if (!isUnknownValue(labels) || !('arrayValue' in labels.unknown) || !areLabelsFixed(labels)) return labels;
  const first = labels.unknown.arrayValue.slice(0, MOST_LABELS + 1);
  const arrayValue = first.map((item) =>
    'stringValue' in item ? { stringValue: item.stringValue.slice(0, MAX_LABEL + 1) } : { nullValue: null },
  );
  return { unknown: { arrayValue } };
}

/** @returns the same array if nothing is new */
export function withLabels(labels: readonly string[], added: readonly string[]): readonly string[] {
  const keys = new Set(labels.map(labelKey));
  const fresh = added.map(wholeLabel).filter((name) => {
    const key = labelKey(name);
    if (key === '' || keys.has(key)) return false;
    keys.add(key);
    return true;
  });
  return fresh.length === 0 ? labels : [...labels, ...fresh];
}

/** @returns the same array if it has none of them */
export function withoutLabels(labels: readonly string[], removed: readonly string[]): readonly string[] {
  const keys = new Set(removed.map(labelKey));
  const remaining = labels.filter((name) => !keys.has(labelKey(name)));
  return remaining.length === labels.length ? labels : remaining;
}

/**
 * Merges sets (S5.8): a label that either side added is in the result, and one that either side removed is
 * not. Spellings are the local ones. If the result exceeds the limit of a note, the cloud's labels stay.
 */
export function mergeLabels(
  base: readonly string[],
  local: readonly string[],
  remote: readonly string[],
): readonly string[] {
  const removedThere = withoutLabels(base, remote);
  const addedThere = withoutLabels(remote, base);
  const merged = withLabels(withoutLabels(local, removedThere), addedThere);
  return merged.length > MOST_LABELS ? remote : merged;
}
