/**
 * Labels: names that a person gives to notes. Two names are one label if they are the same under `fold`; a note shows the
 * spelling that it was given.
 */
import { fold } from './search.ts';
import { isUnknownValue, type UnknownValue } from './unknown-value.ts';

/** The longest name that can be typed here, in UTF-16 units. Longer ones from other clients and files stay as they are. */
export const MAX_LABEL = 100;

/** The key that tells labels apart. */
export function labelKey(name: string): string {
  return fold(name.trim());
}

/** The name as it is stored: one line without spaces around it; empty if nothing is left. */
export function wholeLabel(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .toWellFormed()
    .trim();
}

/** A name that somebody typed, cut if it is too long. */
export function cleanLabel(name: string): string {
  return (
    wholeLabel(name)
      .slice(0, MAX_LABEL)
      // The cut must not leave half a character.
      .replace(/[\ud800-\udbff]$/, '')
      .trim()
  );
}

/** The labels in what any client may have written: each once, in the first of its spellings; what is no name is left out. */
export function readLabels(stored: readonly unknown[]): readonly string[] {
  return withLabels(
    [],
    stored.filter((name) => typeof name === 'string'),
  );
}

/** The labels that a note shows for the value of its field: of an unknown value, the names in it if it is a list, else none. */
export function shownLabels(labels: readonly string[] | UnknownValue | null): readonly string[] {
  if (labels === null) return [];
  if (!isUnknownValue(labels)) return labels;
  const { unknown } = labels;
  if (!('arrayValue' in unknown)) return [];
  return readLabels(unknown.arrayValue.map((item) => ('stringValue' in item ? item.stringValue : null)));
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

/** @returns the same array if none of them is there */
export function withoutLabels(labels: readonly string[], removed: readonly string[]): readonly string[] {
  const keys = new Set(removed.map(labelKey));
  const left = labels.filter((name) => !keys.has(labelKey(name)));
  return left.length === labels.length ? labels : left;
}

/** Merges sets (S5.8): what either side added is there, what either side removed is not. Spellings are the local ones. */
export function mergeLabels(
  base: readonly string[],
  local: readonly string[],
  remote: readonly string[],
): readonly string[] {
  const removedThere = withoutLabels(base, remote);
  const addedThere = withoutLabels(remote, base);
  return withLabels(withoutLabels(local, removedThere), addedThere);
}
