/** Finds a query in a text, folded as in the search or in another way, and maps the hits back to the text. */
import { graphemeEnd, graphemeStart } from './graphemes.ts';
import { fold, isBlank } from './search.ts';

/** A half-open range of UTF-16 indices. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Folds a text so that spellings of the same word become equal; each piece (see `PIECES`) by itself. */
type Folding = (text: string) => string;

/**
 * All hits from left to right, none overlapping. If a hit begins or ends within the folded form of some
 * letters, or within one visible character, its range has all of them. Skips hits that are only a part of one
 * character, such as one person of a family emoji.
 */
export function hitRanges(text: string, query: string, folding: Folding = fold): Range[] {
  return mergeRanges([...eachHit(text, query, folding)]);
}

/** The ranges from left to right; those that overlap are merged, such as the two hits of "s" in "ß". */
export function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const before = merged.at(-1);
    if (before !== undefined && start < before.end)
      merged[merged.length - 1] = { start: before.start, end: Math.max(before.end, end) };
    else merged.push({ start, end });
  }
  return merged;
}

/** The first range of `hitRanges`, found in a fraction of the time; null if there is none. */
export function firstHit(text: string, query: string, folding: Folding = fold): Range | null {
  return eachHit(text, query, folding).next().value ?? null;
}

function* eachHit(text: string, query: string, folding: Folding): Generator<Range, undefined> {
  const wanted = folding(query);
  if (isBlank(wanted)) return;
  const folded = folding(text);
  let at = folded.indexOf(wanted);
  if (at === -1) return;
  const origin = isUnitByUnit(text, folded) ? ownPlace : originIn(text, folding);
  for (; at !== -1; at = folded.indexOf(wanted, at + wanted.length)) {
    const { start } = origin(at);
    const range = widen(text, { start, end: origin(at + wanted.length - 1).end });
    if (range !== null) yield range;
  }
}

/** The range extended to whole characters; null if it contains no whole character. */
function widen(text: string, { start, end }: Range): Range | null {
  if (graphemeEnd(text, start) >= graphemeStart(text, end)) return null;
  return { start: graphemeStart(text, start), end: graphemeEnd(text, end) };
}

/**
 * Lower-casing works character by character and never shortens one. If the lengths are equal, every unit has
 * therefore kept its place.
 */
function isUnitByUnit(text: string, folded: string): boolean {
  return folded.length === text.length && folded === text.toLowerCase();
}

function ownPlace(unit: number): Range {
  return { start: unit, end: unit + 1 };
}

/**
 * Characters that belong to the one before, because they may be composed with it or change places: marks, the
 * vowels and finals of Hangul, and the vowel signs of Kirat Rai. A piece is a character with those that
 * belong to it, and folds by itself.
 */
const BELONGING = String.raw`[\p{M}\u1160-\u11ff\u{16d63}-\u{16d67}]`;
const PIECES = new RegExp(`[^]${BELONGING}*`, 'gu');
const BELONGS = new RegExp(`^${BELONGING}`, 'u');

/** Whether the text can be cut there without changing the meaning of either side. */
function isBetweenPieces(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  if ((text.codePointAt(index - 1) ?? 0) > 0xff_ff) return false;
  return !BELONGS.test(String.fromCodePoint(text.codePointAt(index) ?? 0));
}

/** The last index up to this one where a cut divides no character, and neither removes nor adds a hit. */
export function cutBefore(text: string, index: number): number {
  let at = index;
  while (!isBetweenPieces(text, at)) at -= 1;
  const start = graphemeStart(text, at);
  return start === at ? at : cutBefore(text, start);
}

/** About so many UTF-16 units are mapped at once, because mapping takes ten times as long as folding. */
const BLOCK = 64;

/**
 * Maps UTF-16 units of the folded text to the ranges of the text that they came from.
 * @returns a function that has to be called with ascending units
 */
function originIn(text: string, folding: Folding): (unit: number) => Range {
  let block = { start: 0, end: 0, unit: 0, units: 0 };
  let places: readonly Range[] | null = null;
  return (unit) => {
    while (unit >= block.unit + block.units && block.end < text.length) {
      let end = Math.min(block.end + BLOCK, text.length);
      while (!isBetweenPieces(text, end)) end += 1;
      const units = folding(text.slice(block.end, end)).length;
      block = { start: block.end, end, unit: block.unit + block.units, units };
      places = null;
    }
    places ??= placesIn(text.slice(block.start, block.end), block.start, folding);
    return places[unit - block.unit] ?? { start: text.length, end: text.length };
  };
}

/** @param offset of the part in its text */
function placesIn(part: string, offset: number, folding: Folding): Range[] {
  const places: Range[] = [];
  let index = offset;
  for (const piece of part.match(PIECES) ?? []) {
    const folded = folding(piece);
    const isSame = isUnitByUnit(piece, folded);
    const whole = { start: index, end: index + piece.length };
    for (let unit = 0; unit < folded.length; unit += 1) places.push(isSame ? ownPlace(index + unit) : whole);
    index += piece.length;
  }
  return places;
}
