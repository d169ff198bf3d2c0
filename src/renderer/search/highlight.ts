/** Where a query is found in a text, for marking hits: the same fold as the search itself, mapped back. */
import { fold, isBlank } from '#shared/search.ts';

/** A half-open range of UTF-16 indices. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * All hits from left to right, none overlapping. A hit that begins or ends within what another letter or several have become
 * takes all of it.
 */
export function highlightRanges(text: string, query: string): Range[] {
  if (isBlank(query)) return [];
  const wanted = fold(query);
  const folded = fold(text);
  let at = folded.indexOf(wanted);
  if (at === -1) return [];
  const origin = isUnitByUnit(text, folded) ? null : originOf(text);
  const ranges: Range[] = [];
  for (; at !== -1; at = folded.indexOf(wanted, at + wanted.length)) {
    const last = at + wanted.length - 1;
    const start = origin === null ? at : (origin.starts[at] ?? text.length);
    const end = origin === null ? last + 1 : (origin.ends[last] ?? text.length);
    const before = ranges.at(-1);
    // Both within one letter, such as those of "s" in "ß".
    if (before !== undefined && start < before.end) ranges[ranges.length - 1] = { start: before.start, end };
    else ranges.push({ start, end });
  }
  return ranges;
}

/** Lower-casing goes character by character and makes none shorter, so that at equal lengths every unit has kept its place. */
function isUnitByUnit(text: string, folded: string): boolean {
  return folded.length === text.length && folded === text.toLowerCase();
}

/**
 * Pieces of a text that fold by themselves: a character with what may compose or change places with it, which is marks, the
 * vowels and finals of Hangul, and the vowel signs of Kirat Rai.
 */
const PIECES = /[^][\p{M}\u1160-\u11ff\u{16d63}-\u{16d67}]*/gu;

/** For each unit of the folded text, where what it came from starts and ends. */
function originOf(text: string): { starts: number[]; ends: number[] } {
  const starts: number[] = [];
  const ends: number[] = [];
  let index = 0;
  for (const piece of text.match(PIECES) ?? []) {
    const folded = fold(piece);
    const isSame = isUnitByUnit(piece, folded);
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(isSame ? index + unit : index);
      ends.push(isSame ? index + unit + 1 : index + piece.length);
    }
    index += piece.length;
  }
  return { starts, ends };
}
