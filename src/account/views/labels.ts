/** The labels that notes have, from the table `note_labels`, which triggers fill (`../database/migrations/001-first-schema.ts`). */
import { labelKey, wholeLabel, withLabels } from '#shared/labels.ts';
import { parseQuery } from '#shared/query.ts';
import type { Connection } from '../database/connection.ts';

export interface Labels {
  /** The answer to `labels:list`. */
  all(): readonly string[];
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
  // Takes one step in the table for each name, because a hundred thousand notes may have the same name.
  const names = db.prepare<[], { name: string }>(
    `WITH RECURSIVE distinct_names(name) AS (SELECT min(name) FROM note_labels UNION ALL
       SELECT (SELECT min(name) FROM note_labels l WHERE l.name > distinct_names.name) FROM distinct_names WHERE name IS NOT NULL)
     SELECT name FROM distinct_names WHERE name IS NOT NULL`,
  );
  const allSpellings = (): readonly string[] => names.all().map(({ name }) => name);
  return {
    all: () => withLabels([], allSpellings()).toSorted(compare),
    termsOf(query) {
      let spellings: ReadonlyMap<string, readonly string[]> | undefined;
      const spellingsOf = (key: string): readonly string[] | undefined =>
        (spellings ??= Map.groupBy(allSpellings(), (name) => labelKey(wholeLabel(name)))).get(key);
      const { labels, text } = parseQuery(query, (key) => spellingsOf(key) !== undefined);
      return { labels: labels.map((key) => spellingsOf(key) ?? []), text };
    },
  };
}
