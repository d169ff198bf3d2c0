/** Finds the hits of the search in a note's fields, in order, and the next hit from a given place. */
import { hitRanges, type Range } from '#shared/hit-ranges.ts';
import type { NoteContent } from '#shared/note.ts';

export interface FieldHit extends Range {
  readonly field: 'title' | 'text';
}

export function hitsIn({ title, text }: NoteContent, query: string): readonly FieldHit[] {
  const hitsOf = (field: FieldHit['field'], words: string): FieldHit[] =>
    hitRanges(words, query).map(({ start, end }) => ({ field, start, end }));
  return [...hitsOf('title', title), ...hitsOf('text', text)];
}

/**
 * Index of the first hit after a place, or with -1 of the last hit before it. Wraps around at both ends.
 * @param from undefined means before all hits
 */
export function hitFrom(hits: readonly FieldHit[], from: FieldHit | undefined, by: 1 | -1): number {
  if (by === 1) {
    const index = from === undefined ? 0 : hits.findIndex((hit) => isBehind(hit, from));
    return Math.max(index, 0);
  }
  const index = from === undefined ? -1 : hits.findLastIndex((hit) => isBehind(from, hit));
  return index === -1 ? hits.length - 1 : index;
}

function isBehind(one: FieldHit, other: FieldHit): boolean {
  return one.field === other.field ? one.start >= other.end : one.field === 'text';
}
