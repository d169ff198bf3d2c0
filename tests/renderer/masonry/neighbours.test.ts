import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { GAP } from '#renderer/masonry/columns.ts';
import { emptyLayout, type Layout, placesIn } from '#renderer/masonry/layout.ts';
import { layOutFromTop } from '#renderer/masonry/placement.ts';
import { type Direction, neighbourOf } from '#renderer/masonry/neighbours.ts';

const EVERYWHERE = { top: -Infinity, bottom: Infinity };

function layoutOf(columns: number, heights: readonly number[], screen = 100_000, breakAt = 0): Layout {
  const empty = emptyLayout(heights.length, columns, 100, { breakAt });
  return layOutFromTop(empty, { top: 0, bottom: screen }, 0, (index) => heights[index]);
}

/**
 * ```
 * 0 0 0   1 1 1   2 2 2
 * 3 3 3   1 1 1   4 4 4
 * 3 3 3   1 1 1   5 5 5
 *         6 6 6
 * ```
 */
const SMALL = layoutOf(3, [100, 331, 100, 216, 100, 100, 100]);

describe('neighbours of a card', () => {
  test.each<[number, Direction, number | null]>([
    [0, 'up', null],
    [0, 'down', 3],
    [3, 'up', 0],
    [3, 'down', null],
    [1, 'down', 6],
    [0, 'left', null],
    [0, 'right', 1],
    // Of its two neighbours, the one with the larger overlap in height.
    [1, 'left', 3],
    [1, 'right', 2],
    [5, 'left', 1],
    // Nothing is beside it, so the nearest card counts.
    [6, 'left', 3],
    [6, 'right', 5],
    [2, 'right', null],
  ])('the neighbour of card %i in the direction %s is %s', (index, direction, expected) => {
    expect(neighbourOf(SMALL, index, direction)).toBe(expected);
  });
});

test.each<[number, Direction, number | null]>([
  [4, 'up', 1],
  [3, 'up', 1],
  [2, 'up', 0],
  [0, 'down', 2],
  [1, 'up', null],
])(
  'across the two parts of a list, the neighbour of card %i in the direction %s is %s',
  (index, direction, expected) => {
    // Two pinned notes in the first columns, and three others below them.
    expect(neighbourOf(layoutOf(3, [100, 200, 100, 100, 100], 100_000, 2), index, direction)).toBe(expected);
  },
);

test('the neighbours of a card that is not laid out are the next and the previous card', () => {
  const layout = layoutOf(
    2,
    Array.from({ length: 100 }, () => 100),
    300,
  );
  expect(neighbourOf(layout, 90, 'down')).toBe(91);
  expect(neighbourOf(layout, 90, 'up')).toBe(89);
  expect(neighbourOf(layout, 99, 'right')).toBeNull();
});

test('going down visits the whole column of any layout, and going up returns to the same card', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.array(fc.integer({ min: 40, max: 400 }), { minLength: 1, maxLength: 40 }),
      (columns, heights) => {
        const layout = layoutOf(columns, heights);
        const places = placesIn(layout, EVERYWHERE);
        for (const { index, column } of places) {
          const down = neighbourOf(layout, index, 'down');
          const below = places.find((one) => one.column === column && one.index > index);
          expect(down).toBe(below?.index ?? null);
          if (down !== null) expect(neighbourOf(layout, down, 'up')).toBe(index);
          const right = neighbourOf(layout, index, 'right');
          expect(places.find((one) => one.index === right)?.column ?? column + 1).toBe(column + 1);
        }
      },
    ),
  );
});

test('the small layout has the columns and tops of its picture', () => {
  const rows = placesIn(SMALL, EVERYWHERE).map(({ column, top }) => [column, top]);
  expect(rows.slice(0, 4)).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
    [0, 100 + GAP],
  ]);
});
