/** Finds the label whose name is being typed: after `#` in a note, after `label:` in the search box. */
import { cleanLabel, labelKey, MAX_LABEL } from '#shared/note/labels.ts';
import { loosen } from '#shared/text/loosen.ts';

export interface NamedLabel {
  /** The range in the field, from the label's sign to the caret. */
  readonly start: number;
  readonly end: number;
  /** The beginning of the name, as typed so far. */
  readonly typed: string;
}

export type FindLabel = (value: string, caret: number) => NamedLabel | null;

/** At the beginning of a word, up to the next white space. */
export const findHash: FindLabel = (value, caret) => find(/(?<=^|\s)#([^\s#]*)$/u, value, caret);

/** Names may contain spaces. Text that matches no label stays part of the query. */
export const findFilter: FindLabel = (value, caret) =>
  find(/(?<=^|\s)label:((?:(?!\slabel:).)*)$/iu, value, caret);

function find(pattern: RegExp, value: string, caret: number): NamedLabel | null {
  // Enough for the longest name with its sign; searching a long text on each key would be slow.
  const from = Math.max(0, caret - MAX_LABEL - 20);
  const match = pattern.exec(value.slice(from, caret));
  if (match === null || (match.index === 0 && from > 0)) return null;
  return { start: from + match.index, end: caret, typed: match[1] ?? '' };
}

/** The labels that match the typed text: first those that begin with it, then those that contain it. */
export function labelsLike(labels: readonly string[], typed: string): readonly string[] {
  const wanted = labelKey(typed);
  const begins = labels.filter((name) => labelKey(name).startsWith(wanted));
  const has = labels.filter((name) => labelKey(name).includes(wanted) && !begins.includes(name));
  return [...begins, ...has];
}

/** The label of that name or, without one, a label of that name with other accents. */
export function labelNamed(labels: readonly string[], name: string): string | undefined {
  const wanted = cleanLabel(name);
  return (
    labels.find((label) => labelKey(label) === labelKey(wanted)) ??
    labels.find((label) => loosen(label) === loosen(wanted))
  );
}
