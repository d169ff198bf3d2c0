/**
 * The cards of a list as they lie under the screen: follows the list, the columns and the screen, and says how far
 * the screen has to be scrolled so that what is read stays where it is. Near the list's top the screen stays at the
 * top instead, and new notes push the others down.
 */
import type { ViewContent } from './view-window.ts';
import type { CardHeights } from './card-heights.ts';
import { estimateHeight } from './estimate.ts';
import {
  forgotten,
  laidIn,
  type Masonry,
  masonryOf,
  type Place,
  placeAt,
  placesIn,
  seenIn,
  type Span,
  spliced,
} from './masonry.ts';

/** How far beyond the screen's edges cards are drawn. */
const BEYOND = 400;
const NEAR_TOP = 300;
/** Each pass lays what the one before it has moved into the screen. */
const MOST_PASSES = 8;

export interface Shape {
  readonly columns: number;
  readonly cardWidth: number;
  readonly heights: CardHeights;
}

export interface Deck {
  readonly content: ViewContent;
  readonly shape: Shape;
  /** The part of the list that the screen shows. */
  readonly screen: Span;
  readonly masonry: Masonry;
  /** How far what is read has moved since the first deck: what the screen must have been scrolled by, in all. */
  readonly drift: number;
}

export function dealt(content: ViewContent, shape: Shape, screen: Span): Deck {
  const masonry = masonryOf(content.total, shape.columns, meanHeight(content, shape));
  return settled({ content, shape, screen, masonry, drift: 0 }, null);
}

/** The screen shows another part. */
export function lookedAt(deck: Deck, screen: Span): Deck {
  return settled({ ...remembered(deck), screen });
}

/** Heights were measured that differ from what was thought. */
export function measuredAnew(deck: Deck): Deck {
  return settled(deck);
}

/** The columns became more or fewer, wider or narrower. */
export function reshaped(deck: Deck, shape: Shape): Deck {
  if (shape.columns === deck.shape.columns) return settled({ ...deck, shape });
  const masonry = masonryOf(deck.content.total, shape.columns, meanHeight(deck.content, shape));
  return settled({ ...deck, shape, masonry }, anchorOf(deck));
}

/** The list has other rows, or other rows of it are here. */
export function followed(deck: Deck, content: ViewContent): Deck {
  const before = deck.content;
  if (before.query !== content.query) {
    return { ...dealt(content, deck.shape, deck.screen), drift: deck.drift };
  }
  const known = remembered(deck);
  return isNearTop(deck) ? pushed(known, content) : held(known, content);
}

/** The cards to draw, in their order. */
export function drawn({ masonry, screen }: Deck): Place[] {
  return placesIn(masonry, beyond(screen));
}

/** Indexes of the first and the last card on the screen. */
export function reached({ masonry, screen }: Deck): { first: number; last: number } {
  const places = placesIn(masonry, screen);
  return { first: places[0]?.index ?? 0, last: places.at(-1)?.index ?? 0 };
}

/** Cards at the list's top make room for new ones: from the first difference on they are dealt anew. */
function pushed(deck: Deck, content: ViewContent): Deck {
  const resized = sized(deck.masonry, content.total);
  const masonry = forgotten(resized, firstDifference(deck.content, content, deck.content.offset, 0));
  return settled({ ...deck, content, masonry });
}

/** What is read stays; what came or went above it moves the screen, what is new below it is dealt anew. */
function held(deck: Deck, content: ViewContent): Deck {
  const before = deck.content;
  const indexes = new Map(content.ids.map((id, at) => [id, content.offset + at]));
  for (const { index, top } of anchorsOf(deck)) {
    const id = before.ids[index - before.offset];
    const now = id === undefined ? undefined : indexes.get(id);
    if (now === undefined) continue;
    const shift = now - index;
    const changeAt = lastDifference(before, content, index, shift);
    const above = spliced(deck.masonry, Math.max(0, changeAt + Math.min(0, shift)), shift);
    const below = firstDifference(before, content, index, shift);
    const masonry = forgotten(sized(above, content.total), below);
    return settled({ ...deck, content, masonry }, { index: now, offset: top - deck.screen.top });
  }
  return pushed(deck, content);
}

/** Cards that the list has more or less than before are thought to be its last. */
function sized(masonry: Masonry, total: number): Masonry {
  return spliced(masonry, Math.min(masonry.total, total), total - masonry.total);
}

/** What stays where it is on the screen. */
interface Anchor {
  readonly index: number;
  /** How far below the screen's upper edge. */
  readonly offset: number;
}

/** What may stay: rather a card whose upper edge is on the screen than one that begins above. */
function anchorsOf({ masonry, screen }: Deck): Place[] {
  const places = placesIn(masonry, screen);
  const begun = places.filter(({ top }) => top >= screen.top);
  return [...begun, ...places.filter(({ top }) => top < screen.top)];
}

function anchorOf(deck: Deck): Anchor | null {
  const [place] = anchorsOf(deck);
  return place === undefined ? null : { index: place.index, offset: place.top - deck.screen.top };
}

/** Lays what the screen shows, moving the screen with the anchor. */
function settled(deck: Deck, anchor = anchorOf(deck)): Deck {
  const { content, shape } = deck;
  const heightOf = (index: number): number | undefined =>
    shape.heights.of(content.rows[index - content.offset]);
  const loose = isNearTop(deck);
  let { masonry, screen, drift } = deck;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const place = anchor === null || loose ? null : placeAt(masonry, anchor.index);
    const moved = place === null || anchor === null ? 0 : place.top - anchor.offset - screen.top;
    screen = { top: screen.top + moved, bottom: screen.bottom + moved };
    drift += moved;
    const next = laidIn(masonry, beyond(screen), {
      heightOf,
      screenTop: screen.top,
      loose,
    });
    if (next === masonry) break;
    masonry = next;
  }
  return { ...deck, masonry, screen, drift };
}

/** What has been seen stays in its columns. What was drawn without its note has not been seen. */
function remembered(deck: Deck): Deck {
  const { first, last } = reached(deck);
  const { offset, rows } = deck.content;
  if (first < offset || last >= offset + rows.length) return deck;
  return { ...deck, masonry: seenIn(deck.masonry, deck.screen) };
}

/**
 * The first index from `from` on, as the list is now, at which there is another card than before; beyond the list's end
 * if none is known.
 * @param shift how many more cards are above `from` now
 */
function firstDifference(before: ViewContent, now: ViewContent, from: number, shift: number): number {
  for (let index = Math.max(from, now.offset - shift); ; index += 1) {
    const old = before.ids[index - before.offset];
    const id = now.ids[index + shift - now.offset];
    if (old === undefined || id === undefined) return now.total;
    if (old !== id) return index + shift;
  }
}

/** The index, as the list was, below which all is as before down to `from`; 0 if that is not known. */
function lastDifference(before: ViewContent, now: ViewContent, from: number, shift: number): number {
  for (let index = from; ; index -= 1) {
    const old = before.ids[index - before.offset];
    const id = now.ids[index + shift - now.offset];
    if (old === undefined || id === undefined) return 0;
    if (old !== id) return index + 1;
  }
}

function meanHeight({ rows }: ViewContent, { heights }: Shape): number {
  const known = rows.map((row) => heights.of(row) ?? 0);
  if (known.length === 0) return estimateHeight(undefined, 0);
  return Math.round(known.reduce((sum, height) => sum + height, 0) / known.length);
}

function isNearTop({ screen }: Deck): boolean {
  return screen.top < NEAR_TOP;
}

function beyond({ top, bottom }: Span): Span {
  return { top: top - BEYOND, bottom: bottom + BEYOND };
}
