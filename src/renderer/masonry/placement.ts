/**
 * Places the cards of a very long masonry: each card goes to the column that ends first. Even with a hundred
 * thousand cards, the cost depends only on those that have been near the viewport.
 *
 * The algorithm. When the viewport comes to the upper or lower edge of the run of cards that are laid out,
 * cards are added there, downwards to the column that ends first, upwards to the column that begins last.
 * When the viewport jumps far away, a new run begins there. Three rules keep visible cards in place:
 * - Cards on the screen are rigid. When heights change, cards above the screen are stacked upwards from them
 *   and cards below downwards, each in its own column.
 * - A card that has been on the screen keeps its column. The others are placed anew when their real heights
 *   arrive.
 * - The first cards of the list are always laid out from a level upper edge. A run that comes up to them is
 *   moved as a whole to fit below, and the caller scrolls by the same distance, so that nothing moves on the
 *   screen. Gaps between the first cards and the run close when the viewport reaches the top.
 * At the top of the list, nothing is rigid: new notes push the others down.
 *
 * Why no library. The virtualiser that was used before measured every card from a changed one on: with
 * 100,000 notes, a change took 30 ms, and the longest frame while scrolling 297 ms (bench `scroll`). Here,
 * the cost of a change depends on the cards near the viewport. The layout also has three things that the app
 * needs: a total height, an anchor while cards above it come, go or grow, and columns that stay once they
 * have been visible.
 */
import { GAP } from './columns.ts';
import {
  BREAK,
  beginPart,
  bottomOf,
  type Card,
  emptyLayout,
  endOf,
  endPart,
  endsAt,
  isBreak,
  type Layout,
  NO_CARD,
  type Span,
  startOf,
  startsAt,
} from './layout.ts';

/**
 * A run that begins within this many cards of the top is joined with the cards that are laid out from there.
 */
const HEAD = 64;

/** Height of a card without the gap; undefined if its note is not loaded. */
export type HeightOf = (index: number) => number | undefined;

/** From now on, cards down to the lower edge of the screen keep their columns. */
export function markSeen(layout: Layout, screenBottom: number): Layout {
  const last = layout.cards.findLastIndex(({ top }) => top < screenBottom);
  const seenEnd = Math.max(layout.seenEnd, layout.first + last + 1);
  return seenEnd === layout.seenEnd ? layout : { ...layout, seenEnd };
}

/**
 * The layout after cards were added or removed. It keeps the run's cards in a range of indexes, which must be
 * unchanged; if the parts of the list have changed, the range must be within one part.
 * @param from first index of the range
 * @param to end of the range, exclusive
 * @param shift how many more cards are above the range now
 * @param total number of cards in the list now
 */
export function retainCards(
  layout: Layout,
  from: number,
  to: number,
  shift: number,
  { total, breakAt }: Pick<Layout, 'total' | 'breakAt'>,
): Layout {
  const start = Math.min(Math.max(layout.first, from, -shift), endOf(layout));
  const end = Math.max(start, Math.min(endOf(layout), to, total - shift));
  return {
    ...layout,
    total,
    breakAt,
    first: Math.min(start + shift, total),
    cards: layout.cards.slice(start - layout.first, end - layout.first),
    ends: endsAt(layout, end),
    seenEnd: Math.min(layout.seenEnd, end) + shift,
  };
}

/**
 * Lays out the cards on the screen and in the margin around it, with their current heights. Cards on the
 * screen stay in place relative to it.
 * @returns the layout, and how far those cards moved in it: the page has to be scrolled by as much
 */
export function layOut(
  layout: Layout,
  screen: Span,
  margin: number,
  heightOf: HeightOf,
): { readonly layout: Layout; readonly moved: number } {
  const run = runNear(layout, { top: screen.top - margin, bottom: screen.bottom + margin });
  const isNew = run.cards.length === 0;
  const { layout: joined, moved } =
    isNew && run.first <= HEAD
      ? beginAtTop(run, heightOf)
      : joinTop(
          addAbove(updateHeights(run, screen.top, heightOf), screen.top - margin, heightOf),
          screen.top,
          heightOf,
        );
  return { layout: addBelow(joined, screen.bottom + moved + margin, heightOf), moved };
}

/** Lays out the list from its upper edge down to the margin below the screen, even if visible cards move. */
export function layOutFromTop(layout: Layout, screen: Span, margin: number, heightOf: HeightOf): Layout {
  const bottom = screen.bottom + margin;
  const run = runNear(layout, { top: screen.top - margin, bottom });
  return addBelow(head(run, Math.max(run.first, run.seenEnd), heightOf), bottom, heightOf);
}

/** The run, or an empty one at the viewport if that is farther from the run than its own height. */
function runNear(layout: Layout, { top, bottom }: Span): Layout {
  const { total, columns, breakAt, rowHeight, first, ends } = layout;
  const start = startOf(layout);
  const end = Math.max(...ends);
  const far = bottom - top;
  if (top - end < far && start - bottom < far) return layout;
  const index =
    top < start
      ? Math.floor((Math.max(0, top) / start) * first)
      : Math.min(total - 1, endOf(layout) + Math.floor((top - end) / rowHeight) * columns);
  return emptyLayout(total, columns, rowHeight - GAP, { breakAt, at: { index, top: Math.max(0, top) } });
}

/** Adds cards below the run, each to the column that ends first. */
function addBelow(layout: Layout, bottom: number, heightOf: HeightOf): Layout {
  const cards = [...layout.cards];
  const ends = [...layout.ends];
  for (let index = endOf(layout); index < layout.total && Math.min(...ends) < bottom; index += 1) {
    if (isBreak(layout.breakAt, index)) endPart(ends);
    addTo(cards, ends, heightOf(index) ?? layout.rowHeight - GAP);
  }
  return cards.length === layout.cards.length ? layout : { ...layout, cards, ends };
}

/** Adds cards above the run, each to the column that begins last. */
function addAbove(layout: Layout, top: number, heightOf: HeightOf): Layout {
  const starts = startsAt(layout, layout.first);
  const added: Card[] = [];
  let { first } = layout;
  for (; first > 0 && Math.max(...starts) > top; first -= 1) {
    if (isBreak(layout.breakAt, first) && added.length > 0) beginPart(starts);
    const column = starts.lastIndexOf(Math.max(...starts));
    added.push(stackOnto(starts, column, heightOf(first - 1) ?? layout.rowHeight - GAP));
  }
  return added.length === 0 ? layout : { ...layout, first, cards: [...added.toReversed(), ...layout.cards] };
}

/**
 * Applies new heights. Cards above the screen are stacked upwards from those on it; the others downwards, if
 * they have been seen.
 */
function updateHeights(layout: Layout, screenTop: number, heightOf: HeightOf): Layout {
  const { first } = layout;
  const cards = layout.cards.map((card, at) => {
    const height = heightOf(first + at) ?? card.height;
    return height === card.height ? card : { ...card, height };
  });
  if (cards.every((card, at) => card === layout.cards[at])) return layout;
  const onScreen = cards.findIndex(({ top }) => top >= screenTop);
  const split = onScreen === -1 ? cards.length : onScreen;
  if (layout.seenEnd <= first) return placeAnew(layout, cards, split);
  const ends = endsAt(layout, first + split);
  let starts = [...ends];
  const above: Card[] = [];
  for (let at = split - 1; at >= 0; at -= 1) {
    const { column, height } = cards[at] ?? NO_CARD;
    if (isBreak(layout.breakAt, first + at + 1) && above.length > 0) {
      const moved = Math.min(...starts) - BREAK - Math.min(...startsAt(layout, layout.breakAt));
      starts = endsAt(layout, layout.breakAt).map((end) => end + moved);
    }
    above.push(stackOnto(starts, column, height));
  }
  const below: Card[] = [];
  for (const [at, { column, height }] of cards.entries()) {
    if (at < split || first + at >= layout.seenEnd) continue;
    if (isBreak(layout.breakAt, first + at)) endPart(ends);
    addTo(below, ends, height, column);
  }
  return { ...layout, cards: [...above.toReversed(), ...below], ends };
}

/** Places a run anew that was laid out before its notes were loaded. The card at `anchor` stays in place. */
function placeAnew(layout: Layout, resized: readonly Card[], anchor: number): Layout {
  const cards: Card[] = [];
  const ends = endsAt(layout, layout.first);
  for (const [at, { height }] of resized.entries()) {
    if (isBreak(layout.breakAt, layout.first + at)) endPart(ends);
    addTo(cards, ends, height);
  }
  const moved = (layout.cards[anchor]?.top ?? 0) - (cards[anchor]?.top ?? 0);
  return moveBy({ ...layout, cards, ends }, moved);
}

/**
 * Moves a run near the top to fit below the first cards, or another run that is far from its estimated place.
 */
function joinTop(layout: Layout, screenTop: number, heightOf: HeightOf): { layout: Layout; moved: number } {
  const { first, cards } = layout;
  if (first > HEAD) {
    const start = startOf(layout);
    const expected = Math.floor(first / layout.columns) * layout.rowHeight;
    const moved = Math.abs(start - expected) > expected / 2 ? expected - start : 0;
    return { layout: moveBy(layout, moved), moved };
  }
  if (first === 0 && beginsLevel(layout)) return { layout, moved: 0 };
  const visible = cards.findIndex((card) => bottomOf(card) > screenTop);
  const count = first === 0 ? Math.min(HEAD, visible === -1 ? cards.length : visible) : first;
  const top = head(layout, count, heightOf);
  const edge = startsAt(layout, count);
  const moved = Math.max(...top.ends.map((end, column) => end - (edge[column] ?? 0)));
  const rest = moveBy(layout, moved);
  return { layout: { ...rest, first: 0, cards: [...top.cards, ...rest.cards.slice(count - first)] }, moved };
}

/** Begins a new run at the top of the list, because it would begin near there anyway. */
function beginAtTop(run: Layout, heightOf: HeightOf): { layout: Layout; moved: number } {
  const layout = head(run, Math.min(run.total, run.first + 1), heightOf);
  return { layout, moved: (layout.cards.at(-1)?.top ?? 0) - startOf(run) };
}

/** Lays out the first cards of the list from its upper edge; those already laid out keep their columns. */
function head(layout: Layout, count: number, heightOf: HeightOf): Layout {
  const { columns, first, rowHeight } = layout;
  const cards: Card[] = [];
  const ends = Array.from({ length: columns }, () => 0);
  for (let index = 0; index < count; index += 1) {
    const laidOutCard = layout.cards[index - first];
    if (isBreak(layout.breakAt, index)) endPart(ends);
    addTo(cards, ends, heightOf(index) ?? laidOutCard?.height ?? rowHeight - GAP, laidOutCard?.column);
  }
  return { ...layout, first: 0, cards, ends };
}

function addTo(
  cards: Card[],
  ends: number[],
  height: number,
  column = ends.indexOf(Math.min(...ends)),
): void {
  const top = ends[column] ?? 0;
  cards.push({ column, top, height });
  ends[column] = top + height + GAP;
}

/** Adds a card on top of its column. */
function stackOnto(starts: number[], column: number, height: number): Card {
  const top = (starts[column] ?? 0) - height - GAP;
  starts[column] = top;
  return { column, top, height };
}

function moveBy(layout: Layout, by: number): Layout {
  if (by === 0) return layout;
  return {
    ...layout,
    cards: layout.cards.map((card) => ({ ...card, top: card.top + by })),
    ends: layout.ends.map((end) => end + by),
  };
}

/** Whether the list's first cards all begin at its upper edge. */
function beginsLevel({ cards, breakAt }: Layout): boolean {
  const tops = new Map<number, number>();
  for (const { column, top } of breakAt === 0 ? cards : cards.slice(0, breakAt)) {
    if (!tops.has(column)) tops.set(column, top);
  }
  return [...tops.values()].every((top) => top === 0);
}
