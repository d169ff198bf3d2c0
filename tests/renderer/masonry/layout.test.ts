import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { GAP } from '#renderer/masonry/columns.ts';
import {
  BREAK,
  breakTop,
  emptyLayout,
  type Layout,
  layoutHeight,
  type Place,
  placeAt,
  placesIn,
  type Span,
} from '#renderer/masonry/layout.ts';
import { retainCards, layOut, layOutFromTop, markSeen } from '#renderer/masonry/placement.ts';

const ALL: Span = { top: -Infinity, bottom: Infinity };
const MARGIN = 400;
const heightsFrom = (seed: number) => (index: number) => 60 + ((index * 7919 + seed * 104_729) % 300);

/**
 * Lays out the cards around this viewport. @returns the layout, and the viewport after the scroll correction
 */
function lookAt(
  layout: Layout,
  viewport: Span,
  heightOf = heightsFrom(0),
): { layout: Layout; viewport: Span } {
  const { layout: next, moved } = layOut(layout, viewport, MARGIN, heightOf);
  return { layout: next, viewport: { top: viewport.top + moved, bottom: viewport.bottom + moved } };
}

/**
 * The plain definition: each card goes below the column that ends first, and the second part below the first.
 */
function plain(
  total: number,
  columns: number,
  heightOf: (index: number) => number,
  breakAt: number,
): Place[] {
  const ends = Array.from({ length: columns }, () => 0);
  return Array.from({ length: total }, (_, index) => {
    if (index === breakAt && index > 0) ends.fill(Math.max(...ends) + BREAK);
    const column = ends.indexOf(Math.min(...ends));
    const top = ends[column] ?? 0;
    const bottom = top + heightOf(index);
    ends[column] = bottom + GAP;
    return { index, column, top, bottom };
  });
}

function overlaps(places: readonly Place[]): (readonly Place[])[] {
  return places.flatMap((one) =>
    places
      .filter(
        ({ index, column, top }) => index > one.index && column === one.column && top < one.bottom + GAP,
      )
      .map((other) => [one, other]),
  );
}

/** Whether the list's parts leave no room for a heading between them. */
function partsOverlap(places: readonly Place[], breakAt: number): boolean {
  const first = places.filter(({ index }) => index < breakAt).map(({ bottom }) => bottom);
  const second = places.filter(({ index }) => index >= breakAt).map(({ top }) => top);
  return breakAt > 0 && first.length > 0 && Math.min(...second) < Math.max(...first) + GAP + BREAK;
}

function gapsOf(places: readonly Place[]): Place[] {
  return places.filter(({ index, column, top }) => {
    const above = places.findLast((other) => other.column === column && other.index < index);
    return top !== (above === undefined ? 0 : above.bottom + GAP);
  });
}

const spans = fc
  .record({ top: fc.integer({ min: -500, max: 60_000 }), size: fc.integer({ min: 100, max: 3000 }) })
  .map(({ top, size }): Span => ({ top, bottom: top + size }));

describe('a layout', () => {
  test('scrolling through a layout from its top gives the plain layout without gaps', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 11 }),
        fc.boolean(),
        fc.nat(120),
        (total, columns, fromTop, pinned) => {
          const breakAt = pinned < total ? pinned : 0;
          let layout = emptyLayout(total, columns, 168, { breakAt });
          for (let top = 0; top < layoutHeight(layout); top += 700) {
            const viewport = { top, bottom: top + 800 };
            layout =
              fromTop && top < 300
                ? layOutFromTop(layout, viewport, MARGIN, heightsFrom(0))
                : lookAt(layout, viewport).layout;
            layout = markSeen(layout, viewport.bottom);
          }
          expect(placesIn(layout, ALL)).toEqual(plain(total, columns, heightsFrom(0), breakAt));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('scrolling upwards through a layout leaves no gap, except where it meets the first cards', () => {
    let { layout, viewport } = lookAt(emptyLayout(1000, 4, 168), { top: 30_000, bottom: 31_000 });
    while (viewport.top > 0) {
      const top = viewport.top - 500;
      ({ layout, viewport } = lookAt(layout, { top, bottom: top + 1000 }));
    }
    for (const column of [0, 1, 2, 3]) {
      const places = placesIn(layout, ALL).filter((place) => place.column === column);
      const gaps = places.filter((place, at) => at > 0 && place.top !== (places[at - 1]?.bottom ?? 0) + GAP);
      expect(places[0]?.top).toBe(0);
      expect(gaps.filter(({ index }) => index > 80)).toEqual([]);
      expect(gaps.length).toBeLessThanOrEqual(1);
    }
    const closed = placesIn(layOutFromTop(layout, { top: 0, bottom: 1000 }, MARGIN, heightsFrom(0)), ALL);
    expect(closed.filter(({ top }) => top === 0)).toHaveLength(4);
    expect(gapsOf(closed)).toEqual([]);
  });

  test('cards never overlap and stay in order, wherever the viewport is and whatever changes', () => {
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
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        fc.nat(300),
        steps,
        (columns, fromTop, pinned, all) => {
          let layout = emptyLayout(900, columns, 168, { breakAt: pinned });
          let breakAt = pinned;
          let heightOf = heightsFrom(0);
          let expected = 900;
          let viewport: Span = { top: 0, bottom: 800 };
          for (const step of all) {
            if (step.type === 'measure') heightOf = heightsFrom(step.seed);
            if (step.type === 'forget')
              layout = retainCards(layout, 0, step.index, 0, { total: expected, breakAt });
            if (step.type === 'splice') {
              const at = Math.min(step.splice[0], expected);
              // No more cards than there are above can leave.
              const change = Math.max(step.splice[1], -at);
              expected += change;
              breakAt = breakAt >= at ? breakAt + change : Math.min(breakAt, at + change);
              if (breakAt >= expected) breakAt = 0;
              layout = retainCards(layout, at, Infinity, change, { total: expected, breakAt });
            }
            if (step.type === 'look') viewport = step.span;
            if (fromTop && viewport.top < 300) layout = layOutFromTop(layout, viewport, MARGIN, heightOf);
            else ({ layout, viewport } = lookAt(layout, viewport, heightOf));
            layout = markSeen(layout, viewport.bottom);
            const places = placesIn(layout, ALL);
            expect(layout.total).toBe(expected);
            expect(overlaps(places)).toEqual([]);
            expect(places.map(({ index }) => index)).toEqual(
              places.map((_place, at) => (places[0]?.index ?? 0) + at),
            );
            expect(Math.min(0, ...places.map(({ top }) => top))).toBe(0);
            expect(partsOverlap(places, breakAt)).toBe(false);
            const second = places.find(({ index }) => breakAt > 0 && index === breakAt);
            if (second !== undefined) expect(breakTop(layout)).toBeLessThanOrEqual(second.top);
            expect(Math.max(0, ...places.map(({ bottom }) => bottom))).toBeLessThanOrEqual(
              layoutHeight(layout),
            );
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test('a layout has cards in every column of any viewport', () => {
    fc.assert(
      fc.property(
        fc.array(spans, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 7 }),
        (all, columns) => {
          let layout = emptyLayout(1500, columns, 168);
          for (const span of all) {
            const top = Math.max(0, Math.min(span.top, layoutHeight(layout) - 1000));
            const next = lookAt(layout, { top, bottom: top + 800 });
            layout = next.layout;
            const places = placesIn(layout, next.viewport);
            expect(new Set(places.map(({ column }) => column)).size).toBe(columns);
          }
        },
      ),
    );
  });

  test('a layout contains no removed card', () => {
    const { layout } = lookAt(emptyLayout(900, 2, 168), { top: 0, bottom: 800 });
    const scrolled = lookAt(layout, { top: 1000, bottom: 1800 });
    const after = lookAt(
      retainCards(scrolled.layout, 1, Infinity, -2, { total: 898, breakAt: 0 }),
      scrolled.viewport,
    );
    const indexes = placesIn(after.layout, ALL).map(({ index }) => index);
    expect(indexes).toEqual(Array.from(indexes, (_, at) => at));
  });

  test('no card on the screen moves when heights above it change', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 120 }),
        fc.integer({ min: -50, max: 400 }),
        fc.nat(120),
        (above, by, breakAt) => {
          let { layout, viewport } = lookAt(emptyLayout(640, 4, 168, { breakAt }), { top: 0, bottom: 800 });
          for (let top = 0; top <= 4000; top += 500) {
            ({ layout, viewport } = lookAt(layout, { top, bottom: top + 800 }));
            layout = markSeen(layout, viewport.bottom);
          }
          const before = placesIn(layout, viewport);
          const changed = (index: number): number =>
            heightsFrom(0)(index) + (index === (before[0]?.index ?? 0) - above - 1 ? by : 0);
          const after = lookAt(layout, viewport, changed);
          for (const { index, column, top } of before) {
            const now = placeAt(after.layout, index);
            expect([now?.column, (now?.top ?? 0) - after.viewport.top]).toEqual([column, top - viewport.top]);
          }
        },
      ),
    );
  });

  test('cards that were on the screen keep their columns when heights change', () => {
    const { layout, viewport } = lookAt(emptyLayout(640, 4, 168), { top: 4000, bottom: 4800 });
    const before = placesIn(layout, viewport);
    const after = lookAt(markSeen(layout, viewport.bottom), viewport, heightsFrom(3));
    for (const { index, column } of before) expect(placeAt(after.layout, index)?.column).toBe(column);
  });

  test('a layout of a hundred thousand cards requests only the heights of cards near the viewport', () => {
    let layout = emptyLayout(100_000, 4, 168);
    const measured = new Set<number>();
    const heightOf = (index: number): number => {
      measured.add(index);
      return 200;
    };
    for (const top of [0, 2_000_000, 1_999_000]) {
      measured.clear();
      const next = lookAt(layout, { top, bottom: top + 1600 }, heightOf);
      layout = next.layout;
      expect(placesIn(layout, next.viewport).length).toBeGreaterThan(20);
      expect(measured.size).toBeLessThan(160);
    }
    measured.clear();
    const inserted = lookAt(
      retainCards(layout, 0, Infinity, 1, { total: 100_001, breakAt: 0 }),
      { top: 1_999_000, bottom: 2_000_600 },
      heightOf,
    );
    expect(inserted.layout.total).toBe(100_001);
    expect(measured.size).toBeLessThan(160);
  });

  test('a layout estimates the place of a card that is not laid out, and has none for a card beyond its ends', () => {
    const layout = emptyLayout(1000, 4, 184);
    expect(placeAt(layout, 400)).toEqual({ index: 400, column: 0, top: 100 * 200, bottom: 100 * 200 + 184 });
    expect(layoutHeight(layout)).toBe(250 * 200 - GAP);
    expect(placeAt(layout, 1000)).toBeNull();
    expect(placeAt(layout, -1)).toBeNull();
    const empty = lookAt(emptyLayout(0, 4, 184), { top: 0, bottom: 800 }).layout;
    expect([placesIn(empty, ALL), layoutHeight(empty)]).toEqual([[], 0]);
  });
});
