/** Where a query is found in a text, for marking hits: the same fold as the search itself, mapped back. */
import { fold, isBlank } from '#shared/search.ts';

/** A half-open range of UTF-16 indices. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** All hits from left to right, none overlapping. A hit that ends inside of a folded character takes it whole. */
export function highlightRanges(text: string, query: string): Range[] {
  if (isBlank(query)) return [];
  const wanted = fold(query);
  const folded = fold(text);
  const origin = folded.length === text.length ? null : originOf(text);
  const ranges: Range[] = [];
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length)) {
    const end = at + wanted.length;
    ranges.push(
      origin === null
        ? { start: at, end }
        : { start: origin.starts[at] ?? text.length, end: origin.ends[end - 1] ?? text.length },
    );
  }
  return ranges;
}

/**
 * For each unit of the folded text, where the character that it came from starts and ends. Folding never makes
 * a character shorter, so texts of equal length need no map.
 */
function originOf(text: string): { starts: number[]; ends: number[] } {
  const starts: number[] = [];
  const ends: number[] = [];
  let index = 0;
  for (const character of text) {
    const length = fold(character).length;
    for (let unit = 0; unit < length; unit += 1) {
      starts.push(length === character.length ? index + unit : index);
      ends.push(length === character.length ? index + unit + 1 : index + character.length);
    }
    index += character.length;
  }
  return { starts, ends };
}
