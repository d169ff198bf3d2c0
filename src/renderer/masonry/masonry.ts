/**
 * The masonry of one list under its viewport: follows the list, the columns and the scrolling, and says by
 * how much the page has to be scrolled so that what is read stays where it is. Near the top of the list, the
 * viewport stays at the top instead, and new notes push the others down. A masonry is immutable; see
 * placement.ts for how cards are placed.
 */
import type { NoteId } from '#shared/note/note.ts';
import { isSameSearch, type NoteRow, type Search } from '#shared/note/view.ts';
import { type CardHeights, estimatedHeight } from './card-heights.ts';
import { emptyLayout, type Layout, type Place, placesIn, type Span } from './layout.ts';
import { retainCards, layOut, layOutFromTop, markSeen } from './placement.ts';

/** How far beyond the edges of the viewport cards are drawn, in CSS pixels. */
export const OVERSCAN = 400;
const NEAR_TOP = 300;

/** The part of a list whose rows are loaded, with the search that these rows answer. */
export interface ListContent extends Search {
  /** Number of rows of the whole list. */
  readonly total: number;
  /**
   * How many rows of the whole list come first as pinned; the others stand below them in a part of their own.
   */
  readonly pinned: number;
  /** Index of the first row loaded. */
  readonly offset: number;
  readonly rows: readonly NoteRow[];
  /** The ids of these rows. */
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
  /** The part of the list that is on the screen. */
  readonly viewport: Span;
  readonly layout: Layout;
  /**
   * How far the page has to be scrolled in all, since the first masonry, so that cards on the screen stay in
   * place.
   */
  readonly scrollCorrection: number;
}

export function createMasonry(content: ListContent, grid: Grid, viewport: Span): Masonry {
  const layout = emptyLayout(content.total, grid.columns, meanHeight(content, grid), {
    breakAt: breakOf(content),
  });
  return withLayout({ content, grid, viewport, layout, scrollCorrection: 0 });
}

/** The list was scrolled, or the window's height changed. */
export function moveViewport(masonry: Masonry, viewport: Span): Masonry {
  return withLayout({ ...rememberColumns(masonry), viewport });
}

/** Heights were measured that differ from what was estimated. */
export function applyHeights(masonry: Masonry): Masonry {
  return withLayout(masonry);
}

/** The columns became more or fewer, wider or narrower. */
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

/** The list has other rows, or other rows of it are loaded. */
export function applyContent(masonry: Masonry, content: ListContent): Masonry {
  const { grid, viewport, scrollCorrection } = masonry;
  if (!isSameSearch(masonry.content, content))
    return { ...createMasonry(content, grid, viewport), scrollCorrection };
  const withColumns = rememberColumns(masonry);
  const layout =
    (isNearTop(masonry) ? null : layoutAtAnchor(withColumns, content)) ?? insertAtTop(withColumns, content);
  return withLayout({ ...masonry, content, layout });
}

/**
 * The cards to draw, in their order. @param beyond how far beyond the edges of the viewport, at most OVERSCAN
 */
export function cardsToDraw({ layout, viewport }: Masonry, beyond: number): Place[] {
  return placesIn(layout, { top: viewport.top - beyond, bottom: viewport.bottom + beyond });
}

/** Indexes of the first and the last card on the screen. */
export function visibleRange({ layout, viewport }: Masonry): { first: number; last: number } {
  const places = placesIn(layout, viewport);
  return { first: places[0]?.index ?? 0, last: places.at(-1)?.index ?? 0 };
}

/** New cards push the others down: from the first difference on, all cards are placed anew. */
function insertAtTop({ content, layout }: Masonry, now: ListContent): Layout {
  const breakAt = breakOf(now);
  const [, end] = samePart(layout, -1, breakAt);
  const to = Math.min(end, firstDifference(content, now, content.offset, 0));
  return retainCards(layout, 0, to, 0, { total: now.total, breakAt });
}

/** What is read keeps its place, whatever came or went above it. Null if no card on the screen is left. */
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
 * @param breakNow where the second part begins now, in the indexes of before
 */
function samePart({ breakAt, total }: Layout, index: number, breakNow: number): [from: number, to: number] {
  if (breakAt === breakNow) return [0, Infinity];
  const breaks = [breakAt, breakNow].filter((at) => at > 0 && at < total);
  const below = breaks.filter((at) => at > index);
  return [Math.max(0, ...breaks.filter((at) => at <= index)), Math.min(Infinity, ...below)];
}

/** Where the others begin; 0 if there are no pinned notes, or no others. */
function breakOf({ pinned, total }: ListContent): number {
  return pinned < total ? pinned : 0;
}

/** The cards that may keep their places on the screen: those whose upper edge is on it come first. */
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

/** Cards that have been on the screen keep their columns, unless one was drawn without its note. */
function rememberColumns(masonry: Masonry): Masonry {
  const { first, last } = visibleRange(masonry);
  const { offset, rows } = masonry.content;
  if (first < offset || last >= offset + rows.length) return masonry;
  return { ...masonry, layout: markSeen(masonry.layout, masonry.viewport.bottom) };
}

/**
 * The first index at or after `from`, in the indexes of before, with another card now; Infinity if none is
 * known.
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

/**
 * The index from which on the cards up to `from` are as before, in the indexes of before; 0 if that is not
 * known.
 */
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
