/** The notes that match the typed words, at most a few of each list. */
import { useEffect, useState } from 'react';
import { hasCode, messageOf } from '#shared/base/error.ts';
import type { ListName } from '#shared/note/note.ts';
import { isBlank } from '#shared/text/search.ts';
import { call } from '../bridge/client.ts';
import type { FoundNote } from './entries.ts';

const MOST: readonly (readonly [ListName, number])[] = [
  ['active', 6],
  ['archived', 3],
];

export interface FoundNotes {
  /** The query that the notes match; an earlier one until the next answer arrives. */
  readonly query: string;
  readonly notes: readonly FoundNote[];
}

export function useFoundNotes(query: string): FoundNotes {
  const [found, setFound] = useState<FoundNotes>({ query: '', notes: [] });
  useEffect(() => {
    let isCurrent = true;
    const ask = async (): Promise<void> => {
      const lists = isBlank(query)
        ? []
        : await Promise.all(
            MOST.map(async ([list, limit]) => {
              const { rows } = await call('notes:view', { list, query, labels: [], offset: 0, limit });
              return rows.map((row) => ({ row, list }));
            }),
          );
      if (isCurrent) setFound({ query, notes: lists.flat() });
    };
    ask().catch((error: unknown) => {
      if (!hasCode(error, 'not-signed-in')) console.error(messageOf(error));
    });
    return () => {
      isCurrent = false;
    };
  }, [query]);
  return found;
}
