/**
 * A chunk: a run of neighbouring cards, laid out as a masonry of its own, from its upper edge down or from its lower
 * edge up. Both edges are ragged: one number per column. All numbers are CSS pixels from an origin of the chunk's own.
 */
import { GAP } from './columns.ts';

export interface LaidChunk {
  readonly heights: readonly number[];
  /** The column of each card, from 0. */
  readonly lanes: readonly number[];
  readonly tops: readonly number[];
  /** Where each column begins. */
  readonly starts: readonly number[];
  /** Where the next card of each column may begin. */
  readonly ends: readonly number[];
  /** Which edge stays when a height changes: what is added comes after it. */
  readonly from: 'top' | 'bottom';
  /** How many cards, counted from that edge, have been seen in their columns and stay there. */
  readonly kept: number;
}

/**
 * Each card goes to the column that ends first.
 * @param kept columns of the first cards
 */
export function layDown(
  heights: readonly number[],
  starts: readonly number[],
  kept: readonly number[] = [],
): LaidChunk {
  const ends = [...starts];
  const lanes: number[] = [];
  const tops: number[] = [];
  for (const [index, height] of heights.entries()) {
    const lane = kept[index] ?? ends.indexOf(Math.min(...ends));
    const top = ends[lane] ?? 0;
    lanes.push(lane);
    tops.push(top);
    ends[lane] = top + height + GAP;
  }
  return { heights, lanes, tops, starts, ends, from: 'top', kept: kept.length };
}

/**
 * The mirror of `layDown`, for a chunk that is scrolled to from below: the last card first, each at the bottom of the
 * column that has got the least.
 * @param kept columns of the last cards
 */
export function layUp(
  heights: readonly number[],
  ends: readonly number[],
  kept: readonly number[] = [],
): LaidChunk {
  const starts = [...ends];
  const lanes: number[] = Array.from({ length: heights.length }, () => 0);
  const tops = [...lanes];
  const free = heights.length - kept.length;
  for (let index = heights.length - 1; index >= 0; index -= 1) {
    const lane = kept[index - free] ?? starts.lastIndexOf(Math.max(...starts));
    const top = (starts[lane] ?? 0) - (heights[index] ?? 0) - GAP;
    lanes[index] = lane;
    tops[index] = top;
    starts[lane] = top;
  }
  return { heights, lanes, tops, starts, ends, from: 'bottom', kept: kept.length };
}

/** The same chunk with other heights: its edge stays, and so do the columns of the cards that have been seen. */
export function relaid(chunk: LaidChunk, heights: readonly number[]): LaidChunk {
  if (chunk.from === 'top') return layDown(heights, chunk.starts, chunk.lanes.slice(0, chunk.kept));
  return layUp(heights, chunk.ends, chunk.lanes.slice(chunk.lanes.length - chunk.kept));
}

/** Lets the cards of this part stay in their columns from now on, and those between the edge and them. */
export function seen(chunk: LaidChunk, top: number, bottom: number): LaidChunk {
  const { tops, heights, from } = chunk;
  let { kept } = chunk;
  if (from === 'top') {
    while (kept < tops.length && (tops[kept] ?? 0) < bottom) kept += 1;
  } else {
    for (let next = tops.length - kept - 1; next >= 0; next -= 1) {
      if ((tops[next] ?? 0) + (heights[next] ?? 0) <= top) break;
      kept += 1;
    }
  }
  return kept === chunk.kept ? chunk : { ...chunk, kept };
}

/** Only the first cards are still the same ones; the others are dealt anew when they are laid. */
export function keptUpTo(chunk: LaidChunk, count: number): LaidChunk {
  // Laid from either edge, the cards stand at the same places.
  const seenCards = chunk.from === 'top' ? chunk.kept : chunk.lanes.length;
  return { ...chunk, from: 'top', kept: Math.min(count, seenCards) };
}
