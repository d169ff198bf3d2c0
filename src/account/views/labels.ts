/**
 * The labels of all notes, from the table `label_sizes`, which triggers update with every change of a note
 * (`../database/migrations/001-first-schema.ts`).
 */
import { labelKey, wholeLabel } from '#shared/note/labels.ts';
import type { LabelCount, Search } from '#shared/note/view.ts';
import type { Connection } from '../database/connection.ts';

export interface Labels {
  /** The answer to `labels:list`. */
  all(): readonly LabelCount[];
  termsOf(search: Search): SearchTerms;
}

/** A search in terms of the tables. */
export interface SearchTerms {
  readonly query: string;
  /** For each label, all its spellings in notes. */
  readonly labels: readonly (readonly string[])[];
}

const { compare } = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

export function createLabels(db: Connection): Labels {
  const spellings = db.prepare<[], LabelCount>('SELECT name, active FROM label_sizes ORDER BY name');
  /** The spellings of each label, by the label's key. */
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
    termsOf({ query, labels }) {
      // Most searches name no label.
      if (labels.length === 0) return { query, labels: [] };
      const spellingsOf = byKey();
      const keys = new Set(labels.map(labelKey));
      return {
        query,
        labels: Array.from(keys, (key) => spellingsOf.get(key)?.map(({ name }) => name) ?? []),
      };
    },
  };
}
