/** Where somebody is naming a label as they type: `#name` in a note, `label:name` in the search box. */
import { labelKey, MAX_LABEL } from '#shared/labels.ts';

export interface NamedLabel {
  /** Of what stands for the label in the field, from its sign to the caret. */
  readonly start: number;
  readonly end: number;
  /** What is there of the name. */
  readonly typed: string;
}

export type FindLabel = (value: string, caret: number) => NamedLabel | null;

/** At the beginning of a word, up to the next white space. */
export const findHash: FindLabel = (value, caret) => find(/(?<=^|\s)#([^\s#]*)$/u, value, caret);

/** A name in quotes may have spaces. */
export const findFilter: FindLabel = (value, caret) =>
  find(/(?<=^|\s)label:(?:"([^"]*)|([^\s"]*))$/iu, value, caret);

function find(pattern: RegExp, value: string, caret: number): NamedLabel | null {
  // The longest name with its sign and quotes; a longer text is not looked through with each key.
  const from = Math.max(0, caret - MAX_LABEL - 20);
  const match = pattern.exec(value.slice(from, caret));
  if (match === null || (match.index === 0 && from > 0)) return null;
  return { start: from + match.index, end: caret, typed: match[1] ?? match[2] ?? '' };
}

/** The labels that may be meant: those that begin with what was typed, then those that have it in them. */
export function labelsLike(labels: readonly string[], typed: string): readonly string[] {
  const wanted = labelKey(typed);
  const begins = labels.filter((name) => labelKey(name).startsWith(wanted));
  const has = labels.filter((name) => labelKey(name).includes(wanted) && !begins.includes(name));
  return [...begins, ...has];
}
