/** Aligns the lines or words of two texts; used for merging and for comparing. */
import { BOX_PIECE } from './list-lines.ts';

/**
 * How many pairs of equal pieces one merge or comparison may look at, which bounds its time: a text that
 * repeats one line a thousand times has a million. The common beginning and end of both texts do not count.
 */
const MOST_PAIRS = 100_000;
/** If there are more pairs, pieces that occur more often in the base are aligned only by their neighbours. */
const MOST_REPEATS = 4;

/** Every character must be in a piece, or the result would lack it. A dot does not match every character. */
export const LINES = /[^\n]*\n|[^\n]+$/gu;
/**
 * A word includes the white space after it, because white space alone would match everywhere. A list's box is
 * one word.
 */
export const WORDS = new RegExp(`${BOX_PIECE}|\\S+\\s*|\\s+`, 'gu');

/** Shared by all alignments of one merge or comparison. */
export interface AlignmentBudget {
  pairsLeft: number;
}

export function newAlignmentBudget(): AlignmentBudget {
  return { pairsLeft: MOST_PAIRS };
}

/**
 * For each piece of the base its index in the changed text, or -1 if that lacks it: a longest common
 * subsequence, by Hunt and Szymanski (https://doi.org/10.1145/359581.359603). Null if there are too many
 * pairs.
 */
export function alignedPlaces(
  base: readonly string[],
  changed: readonly string[],
  budget: AlignmentBudget,
): Int32Array | null {
  const places = new Int32Array(base.length).fill(-1);
  alignNeighbours(base, changed, places);
  const from = places.indexOf(-1);
  if (from === -1) return places;
  const to = places.lastIndexOf(-1) + 1;
  const between = changed.slice(from, changed.length - (base.length - to));
  const inBase = placesOfPieces(base, from, to);
  const isTooMuch = pairsOf(between, inBase) > budget.pairsLeft;
  /** For each length, the common subsequence of that length that ends earliest in the base. */
  const best: Pair[] = [];
  for (const [offset, piece] of between.entries()) {
    const candidates = inBase.get(piece) ?? [];
    if (isTooMuch && candidates.length > MOST_REPEATS) continue;
    budget.pairsLeft -= candidates.length;
    if (budget.pairsLeft < 0) return null;
    for (const place of candidates) {
      const length = firstAtOrAfter(best, place);
      best[length] = { place, index: from + offset, before: best[length - 1] ?? null };
    }
  }
  for (let pair = best.at(-1) ?? null; pair !== null; pair = pair.before) places[pair.place] = pair.index;
  if (isTooMuch) alignNeighbours(base, changed, places);
  return places;
}

/**
 * Each piece's places, the last one first, so that no subsequence has two of them for one piece of the
 * changed text.
 */
function placesOfPieces(pieces: readonly string[], from: number, to: number): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let place = to - 1; place >= from; place -= 1) {
    const piece = pieces[place] ?? '';
    const placesOfPiece = places.get(piece);
    if (placesOfPiece === undefined) places.set(piece, [place]);
    else placesOfPiece.push(place);
  }
  return places;
}

function pairsOf(pieces: readonly string[], places: ReadonlyMap<string, readonly number[]>): number {
  return pieces.reduce((pairs, piece) => pairs + (places.get(piece)?.length ?? 0), 0);
}

/** Aligns equal pieces next to aligned ones, and at the beginning and the end of both texts. */
function alignNeighbours(base: readonly string[], changed: readonly string[], places: Int32Array): void {
  let [start, startIndex] = [0, 0];
  while (start < base.length) {
    let end = start;
    while (places[end] === -1) end += 1;
    const endIndex = places[end] ?? changed.length;
    let [after, afterIndex] = [end, endIndex];
    while (start < end && startIndex < endIndex && base[start] === changed[startIndex]) {
      places[start] = startIndex;
      [start, startIndex] = [start + 1, startIndex + 1];
    }
    while (after > start && afterIndex > startIndex && base[after - 1] === changed[afterIndex - 1]) {
      [after, afterIndex] = [after - 1, afterIndex - 1];
      places[after] = afterIndex;
    }
    [start, startIndex] = [end + 1, endIndex + 1];
  }
}

interface Pair {
  /** Index in the base. */
  readonly place: number;
  /** Index in the other text. */
  readonly index: number;
  readonly before: Pair | null;
}

function firstAtOrAfter(pairs: readonly Pair[], place: number): number {
  let [low, high] = [0, pairs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pairs[middle]?.place ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
