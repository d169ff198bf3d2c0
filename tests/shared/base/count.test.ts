import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import { countOf, formatCount } from '#shared/base/count.ts';

test('a count is written with English separators', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.nat(20_000), (large, small) => {
      expect(formatCount(large)).toBe(large.toLocaleString('en'));
      expect(formatCount(small)).toBe(small.toLocaleString('en'));
    }),
  );
  expect([0, 999, 1000, 1_234_567].map(formatCount)).toEqual(['0', '999', '1,000', '1,234,567']);
});

test('the noun of a count is singular only for one', () => {
  expect([0, 1, 2, 12_345].map((number) => countOf(number, 'note'))).toEqual([
    '0 notes',
    '1 note',
    '2 notes',
    '12,345 notes',
  ]);
});
