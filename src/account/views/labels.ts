/**
 * The labels that notes have, from the table `label_sizes`, which triggers update with every change of a note
 * (`../database/migrations/001-first-schema.ts`).
 */
import { labelKey, wholeLabel } from '#shared/note/labels.ts';
import { parseQuery } from '#shared/note/query.ts';
import type { LabelCount } from '#shared/note/view.ts';
import type { Connection } from '../database/connection.ts';

export interface Labels {
  /** The answer to `labels:list`. */
  all(): readonly LabelCount[];
  termsOf(query: string): QueryTerms;
}

/** A query that `parseQuery` has parsed. */
export interface QueryTerms {
  /** For each label, all its spellings in notes. */
  readonly labels: readonly (readonly string[])[];
  readonly text: string;
}

const { compare } = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

export function createLabels(db: Connection): Labels {
  const spellings = db.prepare<[], LabelCount>('SELECT name, active FROM label_sizes ORDER BY name');
  /** The spellings of each label by its key. */
  const byKey = (): ReadonlyMap<string, readonly LabelCount[]> =>
    Map.groupBy(spellings.all(), ({ name }) => labelKey(wholeLabel(name)));
  return {
    all: () =>
      [...byKey()]
        .filter(([key]) => key !== '')
        .map(([, [first, ...others]]) => ({
          name: wholeLabel(first?.name ?? ''),
          // No note has a label in two spellings.
          active: others.reduce((sum, { active }) => sum + active, first?.active ?? 0),
        }))
        .toSorted((first, second) => compare(first.name, second.name)),
    termsOf(query) {
      // Read only for a query that names a label.
      let labelSpellings: ReadonlyMap<string, readonly LabelCount[]> | undefined;
      const spellingsOf = (key: string): readonly LabelCount[] | undefined =>
        (labelSpellings ??= byKey()).get(key);
      const { labels, text } = parseQuery(query, (key) => spellingsOf(key) !== undefined);
      return { labels: labels.map((key) => spellingsOf(key)?.map(({ name }) => name) ?? []), text };
    },
  };
}
