import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GAP } from '#renderer/notes/columns.ts';
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
} from '#renderer/notes/masonry.ts';

const ALL: Span = { top: -Infinity, bottom: Infinity };
const heightsFrom = (seed: number) => (index: number) => 60 + ((index * 7919 + seed * 104_729) % 300);

/** Lays until nothing more comes into the part. */
function settled(masonry: Masonry, span: Span, heightOf = heightsFrom(0), loose = false): Masonry {
  const next = laidIn(masonry, span, { heightOf, screenTop: span.top, loose });
  return next === masonry ? masonry : settled(next, span, heightOf, loose);
}

/** The plain definition: each card under the column that ends first. */
function plain(total: number, columns: number, heightOf: (index: number) => number): Place[] {
  const ends = Array.from({ length: columns }, () => 0);
  return Array.from({ length: total }, (_, index) => {
    const lane = ends.indexOf(Math.min(...ends));
    const top = ends[lane] ?? 0;
    const bottom = top + heightOf(index);
    ends[lane] = bottom + GAP;
    return { index, lane, top, bottom };
  });
}

function overlaps(places: readonly Place[]): (readonly Place[])[] {
  return places.flatMap((one) =>
    places
      .filter(({ index, lane, top }) => index > one.index && lane === one.lane && top < one.bottom + GAP)
      .map((other) => [one, other]),
  );
}

const spans = fc
  .record({ top: fc.integer({ min: -500, max: 60_000 }), size: fc.integer({ min: 100, max: 3000 }) })
  .map(({ top, size }): Span => ({ top, bottom: top + size }));

describe('a masonry', () => {
  test('that is scrolled through from its top is the plain one, without a seam', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 11 }), (total, columns) => {
        let masonry = masonryOf(total, columns, 168);
        for (let top = 0; top < masonry.height; top += 700) {
          masonry = seenIn(settled(masonry, { top: top - 400, bottom: top + 1200 }), {
            top,
            bottom: top + 800,
          });
        }
        expect(placesIn(masonry, ALL)).toEqual(plain(total, columns, heightsFrom(0)));
      }),
      { numRuns: 40 },
    );
  });

  test('that is scrolled through upwards has no seams either, but the one below its first chunk', () => {
    let masonry = settled(masonryOf(1000, 4, 168), { top: 30_000, bottom: 31_000 });
    for (let top = 30_000; top > -1000; top -= 500) masonry = settled(masonry, { top, bottom: top + 1000 });
    const seams = [0, 1, 2, 3].map((lane) => {
      const column = placesIn(masonry, { top: 0, bottom: 30_000 }).filter((place) => place.lane === lane);
      return column.filter((place, at) => at > 0 && place.top !== (column[at - 1]?.bottom ?? 0) + GAP);
    });
    for (const places of seams) {
      expect(places.filter(({ index }) => index >= 128)).toEqual([]);
      expect(places.length).toBeLessThanOrEqual(1);
    }
  });

  test('keeps every card apart and in its order, wherever one looks and whatever comes and goes', () => {
    const steps = fc.array(
      fc.oneof(
        spans.map((span) => ({ type: 'look', span }) as const),
        fc
          .tuple(fc.nat(1200), fc.integer({ min: -80, max: 200 }))
          .map((splice) => ({ type: 'splice', splice }) as const),
        fc.nat(1200).map((index) => ({ type: 'forget', index }) as const),
        fc.nat(5).map((seed) => ({ type: 'measure', seed }) as const),
      ),
      { minLength: 1, maxLength: 25 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.boolean(), steps, (columns, loose, all) => {
        let masonry = masonryOf(900, columns, 168);
        let heightOf = heightsFrom(0);
        let expected = 900;
        let looked: Span = { top: 0, bottom: 800 };
        for (const step of all) {
          if (step.type === 'measure') heightOf = heightsFrom(step.seed);
          if (step.type === 'forget') masonry = forgotten(masonry, step.index);
          if (step.type === 'splice') {
            const at = Math.min(step.splice[0], masonry.total);
            const change = Math.max(step.splice[1], at - masonry.total);
            expected += change;
            masonry = spliced(masonry, at, change);
          }
          if (step.type === 'look') looked = step.span;
          masonry = seenIn(settled(masonry, looked, heightOf, loose), looked);
          const places = placesIn(masonry, ALL);
          expect(masonry.total).toBe(expected);
          expect(overlaps(places)).toEqual([]);
          expect(places.map(({ index }) => index)).toEqual(
            places.map(({ index }) => index).toSorted((a, b) => a - b),
          );
          expect(Math.min(0, ...places.map(({ top }) => top))).toBe(0);
          expect(Math.max(0, ...places.map(({ bottom }) => bottom))).toBeLessThanOrEqual(masonry.height);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('shows no card that went from a part that nobody looks at', () => {
    const start = settled(masonryOf(900, 2, 168), { top: 0, bottom: 800 });
    const scrolled = settled(start, { top: 8000, bottom: 8800 });
    const indices = placesIn(settled(spliced(scrolled, 1, -2), { top: 8000, bottom: 8800 }), ALL).map(
      ({ index }) => index,
    );
    expect(indices).toEqual(Array.from(indices, (_, at) => at));
  });

  test('holds cards in their columns once they were seen, and moves none that is below what changes above', () => {
    const start = settled(masonryOf(640, 4, 168), { top: 0, bottom: 9000 });
    const screen = { top: 4000, bottom: 4800 };
    const before = placesIn(seenIn(start, screen), screen);
    const changed = (index: number): number =>
      heightsFrom(0)(index) + (index === (before[0]?.index ?? 0) - 9 ? 90 : 0);
    const after = settled(seenIn(start, screen), screen, changed);
    const moved = before.map(({ index, lane, top }) => {
      const now = placeAt(after, index);
      return [now?.lane === lane, (now?.top ?? 0) - top];
    });
    expect(new Set(moved.map(([sameLane]) => sameLane))).toEqual(new Set([true]));
    expect(new Set(moved.map(([, by]) => by)).size).toBe(1);
  });

  test('of a hundred thousand cards looks at no more of them than are near', () => {
    let masonry = masonryOf(100_000, 4, 168);
    const asked = new Set<number>();
    const heightOf = (index: number): number => {
      asked.add(index);
      return 200;
    };
    for (const top of [0, 2_000_000, 1_999_000]) {
      asked.clear();
      masonry = settled(masonry, { top, bottom: top + 1600 }, heightOf);
      expect(placesIn(masonry, { top, bottom: top + 1600 }).length).toBeGreaterThan(20);
      expect(asked.size).toBeLessThan(320);
    }
    asked.clear();
    expect(settled(spliced(masonry, 0, 1), { top: 1_999_000, bottom: 2_000_600 }, heightOf).total).toBe(
      100_001,
    );
    expect(asked.size).toBeLessThan(320);
  });

  test('knows about where a card is that nobody has seen, and of none beyond its end', () => {
    const masonry = masonryOf(1000, 4, 184);
    expect(placeAt(masonry, 400)).toEqual({ index: 400, lane: 0, top: 100 * 200, bottom: 100 * 200 + 184 });
    expect(placeAt(masonry, 1000)).toBeNull();
    expect(placeAt(masonry, -1)).toBeNull();
    expect(placesIn(masonryOf(0, 4, 184), ALL)).toEqual([]);
  });
});
