/**
 * Merges two versions of a text that were made from one base (S5.3): line by line, and within lines that both sides
 * changed word by word. What both changed in the same place is not guessed at.
 */

/**
 * Pairs of equal pieces that one merge may look at, its bound in time: a text that repeats one line a thousand times has a
 * million. What both texts begin and end with is no pair, so that only what lies between the edits counts.
 */
const MOST_PAIRS = 100_000;
/** Where there are more pairs, pieces that occur more often than this in the base are aligned by their neighbours only. */
const MOST_REPEATS = 4;

/** Every character is in a piece: what is in none would be missing from what is merged. A dot is not every character. */
const LINES = /[^\n]*\n|[^\n]+$/gu;
/** A word keeps the white space after it: on its own, white space would match everywhere. */
const WORDS = /\S+\s*|\s+/gu;

/** The merged text; null where both sides changed the same place, or the texts are too alike in themselves. */
export function mergeText(base: string, local: string, remote: string): string | null {
  const work = { pairsLeft: MOST_PAIRS };
  return mergePieces(LINES, base, local, remote, work, (...lines) =>
    mergePieces(WORDS, ...lines, work, () => null),
  );
}

interface Work {
  pairsLeft: number;
}

/** @param mergeInPlace merges what both sides changed in one place */
function mergePieces(
  piece: RegExp,
  base: string,
  local: string,
  remote: string,
  work: Work,
  mergeInPlace: (base: string, local: string, remote: string) => string | null,
): string | null {
  const from = base.match(piece) ?? [];
  const ours = local.match(piece) ?? [];
  const theirs = remote.match(piece) ?? [];
  const inOurs = alignedPlaces(from, ours, work);
  const inTheirs = alignedPlaces(from, theirs, work);
  if (inOurs === null || inTheirs === null) return null;
  let merged = '';
  let [start, ourStart, theirStart] = [0, 0, 0];
  for (;;) {
    let end = start;
    while (end < from.length && ((inOurs[end] ?? -1) < 0 || (inTheirs[end] ?? -1) < 0)) end += 1;
    // Up to the next piece that both sides have kept, or to the end of all.
    const ourEnd = inOurs[end] ?? ours.length;
    const theirEnd = inTheirs[end] ?? theirs.length;
    const part = mergePart(
      from.slice(start, end).join(''),
      ours.slice(ourStart, ourEnd).join(''),
      theirs.slice(theirStart, theirEnd).join(''),
      mergeInPlace,
    );
    if (part === null) return null;
    merged += part + (from[end] ?? '');
    if (end === from.length) return merged;
    [start, ourStart, theirStart] = [end + 1, ourEnd + 1, theirEnd + 1];
  }
}

function mergePart(
  base: string,
  local: string,
  remote: string,
  mergeInPlace: (base: string, local: string, remote: string) => string | null,
): string | null {
  if (local === remote || remote === base) return local;
  return local === base ? remote : mergeInPlace(base, local, remote);
}

/**
 * Where each piece of the base stands in the other text, -1 where it does not: a longest common subsequence, by Hunt and
 * Szymanski (https://doi.org/10.1145/359581.359603). Null where there are too many pairs.
 */
function alignedPlaces(base: readonly string[], other: readonly string[], work: Work): Int32Array | null {
  const places = new Int32Array(base.length).fill(-1);
  alignNeighbours(base, other, places);
  const from = places.indexOf(-1);
  if (from === -1) return places;
  const to = places.lastIndexOf(-1) + 1;
  const between = other.slice(from, other.length - (base.length - to));
  const inBase = placesOfPieces(base, from, to);
  const isTooMuch = pairsOf(between, inBase) > work.pairsLeft;
  /** For each length, the common subsequence of that length which ends first in the base. */
  const best: Pair[] = [];
  for (const [offset, piece] of between.entries()) {
    const candidates = inBase.get(piece) ?? [];
    if (isTooMuch && candidates.length > MOST_REPEATS) continue;
    work.pairsLeft -= candidates.length;
    if (work.pairsLeft < 0) return null;
    for (const place of candidates) {
      const length = firstAtOrAfter(best, place);
      best[length] = { place, index: from + offset, before: best[length - 1] ?? null };
    }
  }
  for (let pair = best.at(-1) ?? null; pair !== null; pair = pair.before) places[pair.place] = pair.index;
  if (isTooMuch) alignNeighbours(base, other, places);
  return places;
}

/** The last place first, so that no two places of one piece come into one subsequence. */
function placesOfPieces(pieces: readonly string[], from: number, to: number): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let place = to - 1; place >= from; place -= 1) {
    const piece = pieces[place] ?? '';
    const known = places.get(piece);
    if (known === undefined) places.set(piece, [place]);
    else known.push(place);
  }
  return places;
}

function pairsOf(pieces: readonly string[], places: ReadonlyMap<string, readonly number[]>): number {
  return pieces.reduce((pairs, piece) => pairs + (places.get(piece)?.length ?? 0), 0);
}

/** Aligns equal pieces that stand just after or just before aligned ones, or at the front or the end of both texts. */
function alignNeighbours(base: readonly string[], other: readonly string[], places: Int32Array): void {
  let [start, startIndex] = [0, 0];
  while (start < base.length) {
    let end = start;
    while (places[end] === -1) end += 1;
    const endIndex = places[end] ?? other.length;
    let [after, afterIndex] = [end, endIndex];
    while (start < end && startIndex < endIndex && base[start] === other[startIndex]) {
      places[start] = startIndex;
      [start, startIndex] = [start + 1, startIndex + 1];
    }
    while (after > start && afterIndex > startIndex && base[after - 1] === other[afterIndex - 1]) {
      [after, afterIndex] = [after - 1, afterIndex - 1];
      places[after] = afterIndex;
    }
    [start, startIndex] = [end + 1, endIndex + 1];
  }
}

interface Pair {
  /** In the base. */
  readonly place: number;
  /** In the other text. */
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
