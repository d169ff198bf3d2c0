/** Which card stands beside another, as they are seen. */
import { assertNever } from '#shared/assert-never.ts';
import { type Layout, type Place, placesIn } from './layout.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

const EVERYWHERE = { top: -Infinity, bottom: Infinity };

/**
 * Up and down are the next cards of the same column, or of the one nearest to it where the list's other part has none in it; left and right the card of the column beside it that stands at about the same
 * height.
 * @returns its index; null where nothing stands there. A card that is not laid out has the next and the previous one beside it.
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

/** The card of the other part that stands nearest: in the nearest column, and there at the nearest height. */
function inOtherPart({ breakAt }: Layout, places: readonly Place[], place: Place): Place | undefined {
  const isFirstPart = place.index < breakAt;
  const [best] = places
    .filter(({ index }) => index < breakAt !== isFirstPart)
    .toSorted(
      (one, other) =>
        Math.abs(one.column - place.column) - Math.abs(other.column - place.column) ||
        Math.abs(one.top - place.top) - Math.abs(other.top - place.top),
    );
  return best;
}

function beside(places: readonly Place[], place: Place, column: number): number | null {
  const [best] = places
    .filter((one) => one.column === column)
    .toSorted((one, other) => overlap(other, place) - overlap(one, place) || one.top - other.top);
  return best?.index ?? null;
}

/** Of their heights, in CSS pixels; where there is none, how far they are apart, as a negative number. */
function overlap(one: Place, other: Place): number {
  return Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
}
