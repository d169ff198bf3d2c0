/**
 * The masonry of a list under its viewport. It follows the list, the columns and the scrolling, and says how
 * far to scroll the page so that visible cards stay in place. Near the top of the list, the viewport stays at
 * the top instead, and new notes push the others down. A masonry is immutable; placement.ts places the cards.
 */
import type { NoteId } from '#shared/note/note.ts';
import { isSameSearch, type NoteRow, type Search } from '#shared/note/view.ts';
import { type CardHeights, estimatedHeight } from './card-heights.ts';
import { emptyLayout, type Layout, type Place, placesIn, type Span } from './layout.ts';
import { retainCards, layOut, layOutFromTop, markSeen } from './placement.ts';

/** How far beyond the viewport's edges cards are drawn, in CSS pixels. */
export const OVERSCAN = 400;
const NEAR_TOP = 300;

/** The loaded part of a list, with the search that its rows answer. */
export interface ListContent extends Search {
  /** Number of rows in the whole list. */
  readonly total: number;
  /** How many rows at the beginning of the whole list are pinned. The others are a part below them. */
  readonly pinned: number;
  /** Index of the first loaded row. */
  readonly offset: number;
  readonly rows: readonly NoteRow[];
  readonly ids: readonly NoteId[];
}

export interface Grid {
  readonly columns: number;
  readonly cardWidth: number;
  readonly heights: CardHeights;
}

export interface Masonry {
  readonly content: ListContent;
  readonly grid: Grid;
  /** The visible part of the list. */
  readonly viewport: Span;
  readonly layout: Layout;
  /**
   * The sum of all corrections to the page's scroll position since the first masonry that keep visible cards
   * in place.
   */
  readonly scrollCorrection: number;
}

export function createMasonry(content: ListContent, grid: Grid, viewport: Span): Masonry {
  const layout = emptyLayout(content.total, grid.columns, meanHeight(content, grid), {
    breakAt: breakOf(content),
  });
  return withLayout({ content, grid, viewport, layout, scrollCorrection: 0 });
}

/** Call after scrolling, or after the window's height changed. */
export function moveViewport(masonry: Masonry, viewport: Span): Masonry {
  return withLayout({ ...rememberColumns(masonry), viewport });
}

/** Call after measured heights differ from the estimates. */
export function applyHeights(masonry: Masonry): Masonry {
  return withLayout(masonry);
}

/** Call after the number or the width of the columns changed. */
export function applyGrid(masonry: Masonry, grid: Grid): Masonry {
  const { content, layout } = masonry;
  if (grid.columns === layout.columns) return withLayout({ ...masonry, grid });
  const [anchor] = anchorsOf(masonry);
  return withLayout({
    ...masonry,
    grid,
    layout: emptyLayout(content.total, grid.columns, meanHeight(content, grid), {
      breakAt: breakOf(content),
      ...(anchor && { at: anchor }),
    }),
  });
}

/** Call after the list, or the loaded part of it, changed. */
export function applyContent(masonry: Masonry, content: ListContent): Masonry {
  const { grid, viewport, scrollCorrection } = masonry;
  if (!isSameSearch(masonry.content, content))
    return { ...createMasonry(content, grid, viewport), scrollCorrection };
  const withColumns = rememberColumns(masonry);
  const layout =
    (isNearTop(masonry) ? null : layoutAtAnchor(withColumns, content)) ?? insertAtTop(withColumns, content);
  return withLayout({ ...masonry, content, layout });
}

/** The cards to draw, in order. @param beyond distance beyond the viewport's edges, at most OVERSCAN */
export function cardsToDraw({ layout, viewport }: Masonry, beyond: number): Place[] {
  return placesIn(layout, { top: viewport.top - beyond, bottom: viewport.bottom + beyond });
}

/** Indexes of the first and the last visible card. */
export function visibleRange({ layout, viewport }: Masonry): { first: number; last: number } {
  const places = placesIn(layout, viewport);
  return { first: places[0]?.index ?? 0, last: places.at(-1)?.index ?? 0 };
}

/** New cards push the others down: all cards from the first difference on are placed anew. */
function insertAtTop({ content, layout }: Masonry, now: ListContent): Layout {
  const breakAt = breakOf(now);
  const [, end] = samePart(layout, -1, breakAt);
  const to = Math.min(end, firstDifference(content, now, content.offset, 0));
  return retainCards(layout, 0, to, 0, { total: now.total, breakAt });
}

/** Visible cards stay in place, whatever changed above them. Null if none of them remains. */
function layoutAtAnchor(masonry: Masonry, now: ListContent): Layout | null {
  const before = masonry.content;
  const indexes = new Map(now.ids.map((id, at) => [id, now.offset + at]));
  for (const { index } of anchorsOf(masonry)) {
    const id = before.ids[index - before.offset];
    const nowAt = id === undefined ? undefined : indexes.get(id);
    if (nowAt === undefined) continue;
    const shift = nowAt - index;
    const from = lastDifference(before, now, index, shift);
    const to = firstDifference(before, now, index, shift);
    const parts = { total: now.total, breakAt: breakOf(now) };
    const [start, end] = samePart(masonry.layout, index, parts.breakAt === 0 ? 0 : parts.breakAt - shift);
    return retainCards(masonry.layout, Math.max(from, start), Math.min(to, end), shift, parts);
  }
  return null;
}

/**
 * The range of cards that were, and still are, in the same part of the list as this card.
 * @param breakNow where the second part begins now, in old indexes
 */
function samePart({ breakAt, total }: Layout, index: number, breakNow: number): [from: number, to: number] {
  if (breakAt === breakNow) return [0, Infinity];
  const breaks = [breakAt, breakNow].filter((at) => at > 0 && at < total);
  const below = breaks.filter((at) => at > index);
  return [Math.max(0, ...breaks.filter((at) => at <= index)), Math.min(Infinity, ...below)];
}

/** Where the unpinned notes begin; 0 if there are no pinned notes, or no others. */
function breakOf({ pinned, total }: ListContent): number {
  return pinned < total ? pinned : 0;
}

/** The visible cards, as candidates to stay in place: those whose upper edge is visible come first. */
function anchorsOf({ layout, viewport }: Masonry): Place[] {
  const places = placesIn(layout, viewport);
  const begun = places.filter(({ top }) => top >= viewport.top);
  return [...begun, ...places.filter(({ top }) => top < viewport.top)];
}

function withLayout(masonry: Masonry): Masonry {
  const { content, grid, viewport, scrollCorrection } = masonry;
  const heightOf = (index: number): number | undefined =>
    grid.heights.of(content.rows[index - content.offset]);
  if (isNearTop(masonry))
    return { ...masonry, layout: layOutFromTop(masonry.layout, viewport, OVERSCAN, heightOf) };
  const { layout, moved } = layOut(masonry.layout, viewport, OVERSCAN, heightOf);
  return {
    ...masonry,
    layout,
    viewport: { top: viewport.top + moved, bottom: viewport.bottom + moved },
    scrollCorrection: scrollCorrection + moved,
  };
}

/** Cards that have been visible keep their columns, unless one was drawn without its note. */
function rememberColumns(masonry: Masonry): Masonry {
  const { first, last } = visibleRange(masonry);
  const { offset, rows } = masonry.content;
  if (first < offset || last >= offset + rows.length) return masonry;
  return { ...masonry, layout: markSeen(masonry.layout, masonry.viewport.bottom) };
}

/**
 * The first index at or after `from` with another card now, in old indexes; Infinity if none is known.
 * @param shift how many more cards are above `from` now
 */
function firstDifference(before: ListContent, now: ListContent, from: number, shift: number): number {
  for (let index = Math.max(from, now.offset - shift); ; index += 1) {
    const old = before.ids[index - before.offset];
    const id = now.ids[index + shift - now.offset];
    if (old === undefined || id === undefined) return Infinity;
    if (old !== id) return index;
  }
}

/** The lowest index from which all cards up to `from` are unchanged, in old indexes; 0 if it is unknown. */
function lastDifference(before: ListContent, now: ListContent, from: number, shift: number): number {
  for (let index = from; ; index -= 1) {
    const old = before.ids[index - before.offset];
    const id = now.ids[index + shift - now.offset];
    if (old === undefined || id === undefined) return 0;
    if (old !== id) return index + 1;
  }
}

function meanHeight({ rows }: ListContent, { heights }: Grid): number {
  const rowHeights = rows.map((row) => heights.of(row) ?? 0);
  if (rowHeights.length === 0) return estimatedHeight(undefined, 0);
  return Math.round(rowHeights.reduce((sum, height) => sum + height, 0) / rowHeights.length);
}

function isNearTop({ viewport }: Masonry): boolean {
  return viewport.top < NEAR_TOP;
}
