/**
 * Labels in a query: `label:work` and `label:"two words"` leave only notes with that label; several leave notes with all of them.
 * The rest of the query is searched for as usual (`search.ts`). Only a label that a note of the account has counts as one: every
 * other query is plain text, whatever it says (spec §5).
 */
import { labelKey } from './labels.ts';
import { loosen } from './near.ts';
import { fold } from '../text/search.ts';

export interface ParsedQuery {
  /** Keys of labels (`labelKey`), each once. */
  readonly labels: readonly string[];
  /** What title or text has to contain: the query itself, with its white space, if there is no label in it. */
  readonly text: string;
}

/** In UTF-16 units. */
export const MAX_QUERY_UNITS = 100_000;

const PREFIX = 'label:';
/** Longer names of labels that were typed without quotes are not looked for. */
const MOST_WORDS = 12;
/** A filter stands between white space; a quote within quotes is doubled. The match has the white space after the filter. */
const FILTER = /(?<=^|\s)label:(?:"((?:[^"]|"")*)"|(\S+))(?=\s|$)\s*/giu;

/** @param isLabel whether a note has the label of this key */
export function parseQuery(query: string, isLabel: (key: string) => boolean): ParsedQuery {
  if (!fold(query).includes(PREFIX)) return { labels: [], text: query };
  const labels = new Set<string>();
  const rest = query.replaceAll(FILTER, (filter, quoted: string | undefined, plain: string | undefined) => {
    const key = labelKey(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (key === '' || !isLabel(key)) return filter;
    labels.add(key);
    return '';
  });
  return labels.size === 0 ? { labels: [], text: query } : { labels: [...labels], text: rest.trim() };
}

/** The query that asks for all notes with the label. */
export function labelQuery(name: string): string {
  return `${PREFIX}${/^[^\s"]+$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`}`;
}

/** A query as it may have been meant, and the name of the label that it now filters by. */
export interface MeantQuery {
  readonly query: string;
  readonly label: string;
}

/**
 * The query with quotes around a name that was typed without them, as in `label:to read`, and with the name's own accents; null if
 * no such label is in it.
 * @param labels the names of all labels
 */
export function meantLabel(query: string, labels: readonly string[]): MeantQuery | null {
  for (const { index } of query.matchAll(/(?<=^|\s)label:(?=[^\s"])/giu)) {
    const start = index + PREFIX.length;
    // The longest name comes last.
    const ends = [...query.slice(start).matchAll(/(?=\s|$)/gu)].slice(0, MOST_WORDS);
    for (const { index: length } of ends.toReversed()) {
      const typed = query.slice(start, start + length);
      const label = labels.find((name) => loosen(name) === loosen(typed));
      const isFilter = label !== undefined && !/\s/u.test(typed) && labelKey(label) === labelKey(typed);
      if (label === undefined || isFilter) continue;
      return { label, query: `${query.slice(0, index)}${labelQuery(label)}${query.slice(start + length)}` };
    }
  }
  return null;
}
