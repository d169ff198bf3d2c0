/** Finds the card beside another on the screen. */
import { assertNever } from '#shared/base/assert-never.ts';
import { type Layout, type Place, placesIn } from './layout.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

const EVERYWHERE = { top: -Infinity, bottom: Infinity };

/**
 * Up and down lead to the next card of the same column or, if the list's other part has none there, of the
 * nearest column. Left and right lead to the card at about the same height in the next column.
 * @returns the card's index, or null if there is none; beside a card that is not laid out, the next or the
 *   previous index
 */
export function neighbourOf(layout: Layout, index: number, direction: Direction): number | null {
  const places = placesIn(layout, EVERYWHERE);
  const place = places.find((one) => one.index === index);
  if (place === undefined) {
    const next = index + (direction === 'up' || direction === 'left' ? -1 : 1);
    return next >= 0 && next < layout.total ? next : null;
  }
  switch (direction) {
    case 'up': {
      const above = places.filter(({ top }) => top < place.top);
      return (
        (above.findLast(({ column }) => column === place.column) ?? inOtherPart(layout, above, place))
          ?.index ?? null
      );
    }
    case 'down': {
      const below = places.filter(({ top }) => top > place.top);
      return (
        (below.find(({ column }) => column === place.column) ?? inOtherPart(layout, below, place))?.index ??
        null
      );
    }
    case 'left':
      return beside(places, place, place.column - 1);
    case 'right':
      return beside(places, place, place.column + 1);
    default:
      return assertNever(direction);
  }
}

/** The nearest card of the other part: in the nearest column, and there at the nearest height. */
function inOtherPart({ breakAt }: Layout, places: readonly Place[], place: Place): Place | undefined {
  const isFirstPart = place.index < breakAt;
  const [best] = places
    .filter(({ index }) => index < breakAt !== isFirstPart)
    .toSorted(
      (a, b) =>
        Math.abs(a.column - place.column) - Math.abs(b.column - place.column) ||
        Math.abs(a.top - place.top) - Math.abs(b.top - place.top),
    );
  return best;
}

function beside(places: readonly Place[], place: Place, column: number): number | null {
  const [best] = places
    .filter((card) => card.column === column)
    .toSorted((a, b) => overlap(b, place) - overlap(a, place) || a.top - b.top);
  return best?.index ?? null;
}

/** The overlap of two cards in height, in CSS pixels; if they do not overlap, their negative distance. */
function overlap(a: Place, b: Place): number {
  return Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
}
