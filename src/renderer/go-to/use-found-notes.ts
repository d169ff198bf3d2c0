/** The notes that match the typed words, at most a few of each list, and the notes that were changed last. */
import { useEffect, useState } from 'react';
import { hasCode, messageOf } from '#shared/base/error.ts';
import type { ListName } from '#shared/note/note.ts';
import { isBlank } from '#shared/text/search.ts';
import { EMPTY_SEARCH, type NoteRow, type ViewPage } from '#shared/note/view.ts';
import { call } from '../bridge/client.ts';
import { useAnswer } from '../bridge/use-answer.ts';
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

/** Among so many of the newest notes, and as many pinned ones, those that were changed last are found. */
const NEWEST = 50;

/** The newest first; empty until known. */
export function useRecentNotes(): readonly FoundNote[] {
  return useAnswer(askRecent).value ?? [];
}

async function askRecent(): Promise<readonly FoundNote[]> {
  const page = (offset: number): Promise<ViewPage> =>
    call('notes:view', { list: 'active', ...EMPTY_SEARCH, offset, limit: NEWEST });
  const { pinned, rows } = await page(0);
  const others = pinned < NEWEST ? [] : (await page(pinned)).rows;
  return [...rows, ...others]
    .toSorted((one, other) => changedAt(other) - changedAt(one))
    .map((row) => ({ row, list: 'active' }));
}

function changedAt({ createdAt, editedAt }: NoteRow): number {
  return editedAt ?? createdAt;
}

export function useFoundNotes(query: string): FoundNotes {
  const [found, setFound] = useState<FoundNotes>({ query: '', notes: [] });
  useEffect(() => {
    let isCurrent = true;
    const ask = async (): Promise<void> => {
      const lists =
        isBlank(query) || query.trimStart().startsWith('#')
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
