import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import { columnCount, columnWidth, GAP } from '#renderer/masonry/columns.ts';

test.each([
  [360, true, 1],
  [571, true, 1],
  [469, false, 1],
  [496, false, 2],
  [824, false, 3],
  [1049, false, 4],
  [1469, false, 5],
  [3484, false, 11],
  [0, false, 1],
])('a space of %d px (narrow window: %s) has %d columns', (width, narrow, columns) => {
  expect(columnCount(width, narrow)).toBe(columns);
});

test('columns and gaps fill the space, and cards in several columns are at least 240 px wide', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8000 }), (width) => {
      const columns = columnCount(width, false);
      const card = columnWidth(width, columns);
      expect(columns * card + (columns - 1) * GAP).toBeCloseTo(width);
      if (columns > 1) expect(card).toBeGreaterThanOrEqual(240);
    }),
  );
});
