/**
 * A masonry layout as data: the places of some cards, and estimates for the others. Made by `placement.ts`.
 *
 * One run of consecutive cards is laid out, beginning with `first`. The space above and below the run is an
 * estimate, in rows of average cards. A list may have two parts, such as pinned notes and the others. The
 * second part begins below all cards of the first, with room for its heading.
 *
 * All numbers are CSS pixels from the top of the list, or indexes of cards. Layouts are immutable.
 */
import { GAP } from './columns.ts';

/** Room for the heading of the list's second part, with the gap above it. */
export const BREAK = 40;

/** A part of the list's height. */
export interface Span {
  readonly top: number;
  readonly bottom: number;
}

export interface Card {
  readonly column: number;
  readonly top: number;
  readonly height: number;
}

export const NO_CARD: Card = { column: 0, top: 0, height: 0 };

export interface Layout {
  readonly columns: number;
  readonly total: number;
  /** Index of the first card of the second part; 0 if the list has one part only. */
  readonly breakAt: number;
  /** Estimated height of a row of cards that are not laid out, with the gap below it. */
  readonly rowHeight: number;
  /** Index of the first card of the run. */
  readonly first: number;
  readonly cards: readonly Card[];
  /** Where the next card of each column may begin. */
  readonly ends: readonly number[];
  /** Cards of the run before this index have already been on the screen. */
  readonly seenEnd: number;
}

export interface Place extends Span {
  readonly index: number;
  readonly column: number;
}

/**
 * A layout without a run.
 * @param cardHeight estimated height of a card, without the gap
 * @param at the card that the run will begin with, and its top
 */
export function emptyLayout(
  total: number,
  columns: number,
  cardHeight: number,
  { breakAt = 0, at = { index: 0, top: 0 } }: { breakAt?: number; at?: { index: number; top: number } } = {},
): Layout {
  const start = isBreak(breakAt, at.index) ? at.top - BREAK : at.top;
  return {
    columns,
    total,
    breakAt,
    rowHeight: cardHeight + GAP,
    first: at.index,
    cards: [],
    ends: Array.from({ length: columns }, () => start),
    seenEnd: at.index,
  };
}

/** Where the first card of the second part begins; null if it does not exist or is not laid out. */
export function breakTop(layout: Layout): number | null {
  const { breakAt, first } = layout;
  if (breakAt === 0 || breakAt < first || breakAt >= endOf(layout)) return null;
  return Math.min(...startsAt(layout, breakAt)) + BREAK;
}

export function layoutHeight(layout: Layout): number {
  const { total, columns, breakAt, rowHeight, ends } = layout;
  if (total === 0) return 0;
  const below = breakAt > 0 && endOf(layout) <= breakAt ? BREAK : 0;
  return Math.max(...ends) + below + Math.ceil((total - endOf(layout)) / columns) * rowHeight - GAP;
}

/** The run's cards that overlap the span, in order. */
export function placesIn({ first, cards }: Layout, { top, bottom }: Span): Place[] {
  const places: Place[] = [];
  for (const [at, card] of cards.entries()) {
    if (card.top < bottom && bottomOf(card) > top) places.push(placeOf(first + at, card));
  }
  return places;
}

/** The place of a card, estimated if it is not laid out; null if it does not exist. */
export function placeAt(layout: Layout, index: number): Place | null {
  const { total, columns, rowHeight, first, cards } = layout;
  if (index < 0 || index >= total) return null;
  const card = cards[index - first];
  if (card !== undefined) return placeOf(index, card);
  const height = rowHeight - GAP;
  const top =
    index < first
      ? Math.round((index / first) * startOf(layout))
      : Math.max(...layout.ends) + Math.floor((index - endOf(layout)) / columns) * rowHeight;
  return placeOf(index, { column: index % columns, top, height });
}

/** For each column, how far down cards above the card at `index` may reach. */
export function startsAt({ first, cards, ends, breakAt }: Layout, index: number): number[] {
  const starts = [...ends];
  for (let at = cards.length - 1; at >= index - first; at -= 1) {
    const { column, top } = cards[at] ?? NO_CARD;
    starts[column] = top;
    if (isBreak(breakAt, first + at)) beginPart(starts);
  }
  return starts;
}

/** Where each column ends above the card at `index`, in the part that ends at or contains this card. */
export function endsAt(layout: Layout, index: number): number[] {
  const { first, cards, breakAt } = layout;
  const starts = startsAt(layout, index);
  if (breakAt === 0 || index > breakAt || breakAt >= endOf(layout)) return starts;
  const rest = cards.slice(index - first, breakAt - first);
  const above = cards.slice(0, index - first);
  const top = Math.min(...starts);
  return starts.map((start, column) => {
    if (rest.some((card) => card.column === column)) return start;
    const last = above.findLast((card) => card.column === column);
    return last === undefined ? top : bottomOf(last) + GAP;
  });
}

export function isBreak(breakAt: number, index: number): boolean {
  return breakAt > 0 && index === breakAt;
}

/** The second part begins below the tallest column of the first. */
export function endPart(ends: number[]): void {
  ends.fill(Math.max(...ends) + BREAK);
}

/** The first part ends above the column of the second that begins first. */
export function beginPart(starts: number[]): void {
  starts.fill(Math.min(...starts) - BREAK);
}

/** Upper edge of the run. */
export function startOf(layout: Layout): number {
  return Math.min(...startsAt(layout, layout.first));
}

/** Index of the first card below the run. */
export function endOf({ first, cards }: Layout): number {
  return first + cards.length;
}

export function bottomOf({ top, height }: Card): number {
  return top + height;
}

function placeOf(index: number, card: Card): Place {
  return { index, column: card.column, top: card.top, bottom: bottomOf(card) };
}
