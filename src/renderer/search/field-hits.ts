/** Finds the search hits in a note's fields, in order, and the next hit from a given place. */
import { hitRanges, type Range } from '#shared/text/hit-ranges.ts';
import { NEAR_KINDS, nearRanges } from '#shared/note/near.ts';
import type { NoteContent } from '#shared/note/note.ts';
import { isBlank } from '#shared/text/search.ts';

export interface FieldHit extends Range {
  readonly field: 'title' | 'text';
}

/** The hits or, without any, the near matches of the first way that finds some (`near.ts`). */
export function hitsIn(content: NoteContent, query: string): readonly FieldHit[] {
  if (isBlank(query)) return [];
  for (const find of WAYS) {
    const hits = FIELDS.flatMap((field) =>
      find(content[field], query).map(({ start, end }) => ({ field, start, end })),
    );
    if (hits.length > 0) return hits;
  }
  return [];
}

const FIELDS = ['title', 'text'] as const;
const WAYS: readonly ((words: string, query: string) => readonly Range[])[] = [
  hitRanges,
  ...NEAR_KINDS.map((kind) => (words: string, query: string) => nearRanges(words, query, kind)),
];

/**
 * Index of the first hit after the caret, or with -1 of the last hit before the one that ends at the caret.
 * Wraps around at both ends.
 * @param caret undefined for the place before all hits
 */
export function hitFrom(hits: readonly FieldHit[], caret: FieldHit | undefined, by: 1 | -1): number {
  if (caret === undefined) return by === 1 ? 0 : hits.length - 1;
  if (by === 1) {
    const index = hits.findIndex((hit) =>
      isSameField(hit, caret) ? hit.start >= caret.end : hit.field === 'text',
    );
    return Math.max(index, 0);
  }
  const index = hits.findLastIndex((hit) =>
    isSameField(hit, caret) ? hit.end < caret.end : hit.field === 'title',
  );
  return index === -1 ? hits.length - 1 : index;
}

function isSameField(hit: FieldHit, caret: FieldHit): boolean {
  return hit.field === caret.field;
}
