/**
 * Near matches of a query, for when the search itself (`search.ts`) finds little: the same letters with other
 * accents, all words of the query in any order, or these with one slip of a letter. They are shown apart from
 * the hits.
 */
import { firstHit, hitRanges, mergeRanges, type Range } from '../text/hit-ranges.ts';
import { loosen, loosenFolded, spellingsOf } from '../text/loosen.ts';
import { fold } from '../text/search.ts';
import { canSlip, slipFinder } from '../text/slip.ts';
import type { NoteFields } from './note.ts';
import type { NoteRow } from './view.ts';

/**
 * How a note matches: it has the whole query with other accents, each of its words somewhere, or each but one,
 * which has a slip (`slip.ts`).
 */
export const NEAR_KINDS = ['accents', 'words', 'slip'] as const;
export type NearKind = (typeof NEAR_KINDS)[number];

/** A note that nearly matches. Its card shows the part of its text around the first match. */
export interface NearNote {
  readonly kind: NearKind;
  readonly row: NoteRow;
}

/** With more notes than this, one slip of a letter is hardly what they have in common with the query. */
export const MOST_SLIPS = 20;

/** In UTF-16 units: a longer query was pasted, and has no near matches. */
const MOST_UNITS = 200;

/** Whether a note can match the query nearly. */
export function canBeNear(query: string): boolean {
  return query.length <= MOST_UNITS && wordsOf(query).length > 0;
}

type Searched = Pick<NoteFields, 'title' | 'text'>;

/**
 * Makes the function that says how a note nearly matches: null if it does not, or if the search itself finds
 * it.
 * @param query one for which `canBeNear` is true
 */
export function nearMatcher(query: string): (fields: Searched) => NearKind | null {
  const words = wordsOf(query).map((word) => {
    const slips = canSlip(word) ? slipFinder(word) : null;
    return { word, pattern: slips?.pattern ?? spellingsOf(word), slips };
  });
  const folded = fold(query);
  const loose = loosenFolded(folded);
  return ({ title, text }) => {
    const fields = [title, text].filter((field) => field !== null);
    // Folding a text takes several times as long, and loosening what is folded twice as long again.
    if (!words.every(({ pattern }) => fields.some((field) => pattern.test(field)))) return null;
    const foldedFields = fields.map(fold);
    if (foldedFields.some((field) => field.includes(folded))) return null;
    const loosened = foldedFields.map(loosenFolded);
    if (loosened.some((field) => field.includes(loose))) return 'accents';
    const [missing, ...others] = words.filter(({ word }) => !loosened.some((field) => field.includes(word)));
    if (missing === undefined) return 'words';
    if (others.length > 0) return null;
    return fields.some((field) => missing.slips?.slipsIn(field).next().done === false) ? 'slip' : null;
  };
}

/** The ranges to mark in a field of a note that nearly matches; see `hitRanges`. */
export function nearRanges(text: string, query: string, kind: NearKind): Range[] {
  if (kind === 'accents') return hitRanges(text, query, loosen);
  const rangesOf = (word: string): readonly Range[] => {
    const hits = hitRanges(text, word, loosen);
    return hits.length === 0 && kind === 'slip' ? Array.from(slipsOf(word, text)) : hits;
  };
  return mergeRanges(wordsOf(query).flatMap(rangesOf));
}

/** The first range to mark; null if the field has none. */
export function firstNear(text: string, query: string, kind: NearKind): Range | null {
  if (kind === 'accents') return firstHit(text, query, loosen);
  const hits = wordsOf(query).map((word) => {
    const hit = firstHit(text, word, loosen);
    if (hit !== null || kind !== 'slip') return hit;
    const [slip = null] = slipsOf(word, text);
    return slip;
  });
  const [first = null] = hits.filter((hit) => hit !== null).toSorted((one, other) => one.start - other.start);
  return first;
}

function slipsOf(word: string, text: string): Iterable<Range> {
  return canSlip(word) ? slipFinder(word).slipsIn(text) : [];
}

function wordsOf(query: string): readonly string[] {
  return [...new Set(loosen(query).split(/\s+/u))].filter((word) => word !== '');
}
