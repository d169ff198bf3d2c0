/**
 * The masonry of a whole list, as a stack of chunks. Only chunks that have come near the screen are laid; the others are
 * rectangles of a guessed height, so that a list of any length costs what is seen of it and one number per chunk. A
 * laid chunk is rigid: what changes above or below moves it as a whole, never card against card. Two chunks that were
 * laid next to each other fit without a seam; others are moved apart until no cards overlap.
 */
import { keptUpTo, type LaidChunk, layDown, layUp, relaid, seen } from './chunk.ts';
import { GAP } from './columns.ts';

/** Cards per chunk. */
const CHUNK = 64;

interface Chunk {
  readonly count: number;
  readonly laid: LaidChunk | null;
}

export interface Masonry {
  readonly columns: number;
  /** Height of a card that nobody has seen yet, with the gap. */
  readonly guess: number;
  readonly total: number;
  readonly chunks: readonly Chunk[];
  /** Index of each chunk's first card. */
  readonly firsts: readonly number[];
  /** Each chunk's origin, from the list's top. */
  readonly origins: readonly number[];
  readonly height: number;
}

/** A part of the list's height, both in CSS pixels from its top. */
export interface Span {
  readonly top: number;
  readonly bottom: number;
}

export interface Place extends Span {
  readonly index: number;
  readonly lane: number;
}

/** @param guess height of a card that nobody has seen yet, without the gap */
export function masonryOf(total: number, columns: number, guess: number): Masonry {
  return stacked(chunksOf(total), columns, guess + GAP);
}

/** The cards that reach into this part and are laid, in their order. */
export function placesIn(masonry: Masonry, { top, bottom }: Span): Place[] {
  return chunksIn(masonry, { top, bottom }).flatMap((at) =>
    placesOfChunk(masonry, at).filter((place) => place.bottom > top && place.top < bottom),
  );
}

/** Where a card is, or about where it will be; null if there is none. */
export function placeAt(masonry: Masonry, index: number): Place | null {
  if (index < 0 || index >= masonry.total) return null;
  const at = chunkAt(masonry, index);
  const within = index - (masonry.firsts[at] ?? 0);
  const exact = placesOfChunk(masonry, at)[within];
  if (exact !== undefined) return exact;
  const top = (masonry.origins[at] ?? 0) + Math.floor(within / masonry.columns) * masonry.guess;
  return { index, lane: within % masonry.columns, top, bottom: top + masonry.guess - GAP };
}

/** How the next cards are laid. */
export interface Laying {
  /** Height of a card; undefined where its note is not here. */
  readonly heightOf: (index: number) => number | undefined;
  /** Where the screen begins: cards below stay while those above change. */
  readonly screenTop: number;
  /** Whether cards on the screen may move to close a seam. */
  readonly loose: boolean;
}

/**
 * Lays what reaches into this part and brings its heights up to date; the same masonry if nothing changes. What is
 * laid may move the rest, so that more comes into the part: once more tells.
 */
export function laidIn(masonry: Masonry, span: Span, laying: Laying): Masonry {
  const chunks = [...masonry.chunks];
  const near = chunksIn(masonry, span);
  // What is scrolled to from below hangs on what is there.
  for (const at of near.toReversed()) {
    const chunk = chunks[at];
    const below = chunks[at + 1]?.laid;
    if (chunk === undefined || chunk.laid !== null || at === 0 || chunks[at - 1]?.laid) continue;
    if (below) chunks[at] = { ...chunk, laid: layUp(heightsOf(masonry, at, laying), below.starts) };
  }
  for (const at of near) {
    const chunk = chunks[at];
    if (chunk === undefined) continue;
    const flat = Array.from({ length: masonry.columns }, () => 0);
    const above = at === 0 ? flat : (chunks[at - 1]?.laid?.ends ?? null);
    const heights = heightsOf(masonry, at, laying);
    const laid =
      chunk.laid === null
        ? layDown(heights, above ?? flat)
        : renewed(chunk.laid, heights, {
            above,
            isFirst: at === 0,
            screenTop: laying.screenTop - (masonry.origins[at] ?? 0),
            loose: laying.loose,
          });
    if (laid !== chunk.laid) chunks[at] = { ...chunk, laid };
  }
  if (chunks.every((chunk, at) => chunk === masonry.chunks[at])) return masonry;
  return stacked(chunks, masonry.columns, masonry.guess);
}

/** From now on the cards of this part stay in their columns. */
export function seenIn(masonry: Masonry, span: Span): Masonry {
  const chunks = [...masonry.chunks];
  for (const at of chunksIn(masonry, span)) {
    const chunk = chunks[at];
    const origin = masonry.origins[at] ?? 0;
    if (!chunk?.laid) continue;
    const laid = seen(chunk.laid, span.top - origin, span.bottom - origin);
    if (laid !== chunk.laid) chunks[at] = { ...chunk, laid };
  }
  return { ...masonry, chunks };
}

/** Takes so many cards in at an index, or out from it on. What is laid around them stands as it did. */
export function spliced(masonry: Masonry, index: number, change: number): Masonry {
  const { columns, guess } = masonry;
  if (change === 0) return masonry;
  if (masonry.total === 0) return stacked(chunksOf(change), columns, guess);
  const chunks = [...masonry.chunks];
  const at = chunkAt(masonry, index);
  const within = index - (masonry.firsts[at] ?? 0);
  const chunk = chunks[at] ?? { count: 0, laid: null };
  if (change > 0) {
    const count = chunk.count + change;
    chunks.splice(at, 1, ...(count > 2 * CHUNK ? chunksOf(count) : [resized(chunk, within, count)]));
    return stacked(chunks, columns, guess);
  }
  let left = -change;
  for (let next = at; left > 0 && next < chunks.length; next += 1) {
    const shrinking = chunks[next] ?? chunk;
    const from = next === at ? within : 0;
    const gone = Math.min(left, shrinking.count - from);
    chunks[next] = resized(shrinking, from, shrinking.count - gone);
    left -= gone;
  }
  return stacked(
    chunks.filter(({ count }) => count > 0),
    columns,
    guess,
  );
}

/** From this index on there are other cards than before: they are dealt anew. */
export function forgotten(masonry: Masonry, index: number): Masonry {
  if (index >= masonry.total) return masonry;
  const at = chunkAt(masonry, index);
  const chunks = masonry.chunks.map((chunk, other) => {
    if (other < at || chunk.laid === null) return chunk;
    return resized(chunk, other === at ? index - (masonry.firsts[at] ?? 0) : 0, chunk.count);
  });
  return stacked(chunks, masonry.columns, masonry.guess);
}

/** A chunk of another size, of which the first cards are the same ones. */
function resized({ laid }: Chunk, same: number, count: number): Chunk {
  return { count, laid: laid === null || same === 0 ? null : keptUpTo(laid, same) };
}

interface Surroundings {
  /** The lower edge of what is above; null where that has not been laid. */
  readonly above: readonly number[] | null;
  readonly isFirst: boolean;
  /** From the chunk's own origin. */
  readonly screenTop: number;
  readonly loose: boolean;
}

/** A chunk with its present heights. It is moved to its upper neighbour's edge where nobody sees it, or minds. */
function renewed(chunk: LaidChunk, heights: readonly number[], around: Surroundings): LaidChunk {
  const { above, isFirst, screenTop, loose } = around;
  const hangsAbove = chunk.from === 'top';
  if ((loose || (hangsAbove && chunk.kept === 0)) && above !== null && !fits(above, chunk.starts)) {
    return layDown(heights, above, hangsAbove ? chunk.lanes.slice(0, chunk.kept) : []);
  }
  const changed = heights.flatMap((height, at) => (height === chunk.heights[at] ? [] : [at]));
  const isResized = heights.length !== chunk.heights.length;
  if (changed.length === 0 && !isResized) return chunk;
  const isAbove = (at: number): boolean => (chunk.tops[at] ?? 0) + (chunk.heights[at] ?? 0) <= screenTop;
  if (!isResized && !isFirst && !loose && changed.every(isAbove)) {
    const last = changed.at(-1) ?? 0;
    const free = chunk.tops.findIndex((_top, at) => at > last || !isAbove(at));
    return layUp(heights, chunk.ends, free === -1 ? [] : chunk.lanes.slice(free));
  }
  const isSeenFromBelow = !hangsAbove && chunk.kept > 0;
  return relaid(isSeenFromBelow ? keptUpTo(chunk, Infinity) : chunk, heights);
}

/** Whether one edge can be moved onto the other without leaving a seam. */
function fits(ends: readonly number[], starts: readonly number[]): boolean {
  const moved = (ends[0] ?? 0) - (starts[0] ?? 0);
  return ends.every((end, lane) => end - (starts[lane] ?? 0) === moved);
}

function heightsOf(masonry: Masonry, at: number, { heightOf }: Laying): number[] {
  const first = masonry.firsts[at] ?? 0;
  const chunk = masonry.chunks[at];
  return Array.from(
    { length: chunk?.count ?? 0 },
    (_, within) => heightOf(first + within) ?? chunk?.laid?.heights[within] ?? masonry.guess - GAP,
  );
}

function placesOfChunk({ chunks, origins, firsts }: Masonry, at: number): Place[] {
  const { laid, count } = chunks[at] ?? { laid: null, count: 0 };
  const origin = origins[at] ?? 0;
  const first = firsts[at] ?? 0;
  if (laid === null) return [];
  // One that has lost cards, and has not come near the screen since, is laid for those it had.
  return laid.tops.slice(0, count).map((top, within) => ({
    index: first + within,
    lane: laid.lanes[within] ?? 0,
    top: origin + top,
    bottom: origin + top + (laid.heights[within] ?? 0),
  }));
}

/** The chunk that holds this index, or the last one. */
function chunkAt({ firsts }: Masonry, index: number): number {
  const after = firsts.findIndex((first) => first > index);
  return (after === -1 ? firsts.length : after) - 1;
}

function chunksIn({ chunks, origins, columns, guess }: Masonry, { top, bottom }: Span): number[] {
  const found: number[] = [];
  for (const [at, chunk] of chunks.entries()) {
    const origin = origins[at] ?? 0;
    const starts = chunk.laid === null ? 0 : Math.min(...chunk.laid.starts);
    const ends = chunk.laid === null ? guessOf(chunk, columns, guess) : Math.max(...chunk.laid.ends);
    if (origin + starts < bottom && origin + ends > top) found.push(at);
  }
  return found;
}

function chunksOf(total: number): Chunk[] {
  return Array.from({ length: Math.ceil(total / CHUNK) }, (_, at) => ({
    count: Math.min(CHUNK, total - at * CHUNK),
    laid: null,
  }));
}

function stacked(chunks: readonly Chunk[], columns: number, guess: number): Masonry {
  const firsts: number[] = [];
  const origins: number[] = [];
  let total = 0;
  let above: Chunk | null = null;
  let origin = 0;
  for (const chunk of chunks) {
    origin += above === null ? -topOf(chunk) : distance(above, chunk, columns, guess);
    firsts.push(total);
    origins.push(origin);
    total += chunk.count;
    above = chunk;
  }
  const height = above === null ? 0 : origin + bottomOf(above, columns, guess) - GAP;
  return { columns, guess, total, chunks, firsts, origins, height };
}

/** From one chunk's origin to the next one's. */
function distance(above: Chunk, below: Chunk, columns: number, guess: number): number {
  if (above.laid === null || below.laid === null) return bottomOf(above, columns, guess) - topOf(below);
  const { starts } = below.laid;
  return Math.max(...above.laid.ends.map((end, lane) => end - (starts[lane] ?? 0)));
}

function topOf({ laid }: Chunk): number {
  return laid === null ? 0 : Math.min(...laid.starts);
}

function bottomOf(chunk: Chunk, columns: number, guess: number): number {
  return chunk.laid === null ? guessOf(chunk, columns, guess) : Math.max(...chunk.laid.ends);
}

function guessOf({ count }: Chunk, columns: number, guess: number): number {
  return Math.ceil(count / columns) * guess;
}
