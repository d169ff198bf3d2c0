import { expect, test } from 'vitest';
import { relativeFigure, absoluteFigure, median, percentile } from './figure.ts';
import { table } from './table.ts';

test('a ratio holds up to its bound', () => {
  expect(relativeFigure('push', 'ms', 300, 200, 1.5)).toEqual({
    name: 'push',
    unit: 'ms',
    figure: 300,
    baseline: 200,
    ratio: 1.5,
    bound: 1.5,
    holds: true,
  });
  expect(relativeFigure('push', 'ms', 301, 200, 1.5).holds).toBe(false);
});

test('a figure without a baseline is measured against its bound', () => {
  expect(absoluteFigure('delay', 'ms', 50, 50)).toMatchObject({ baseline: null, ratio: null, holds: true });
  expect(absoluteFigure('delay', 'ms', 51, 50).holds).toBe(false);
});

test('the median is the middle value or the mean of the two middle values', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test('a percentile is one of the values', () => {
  const values = Array.from({ length: 40 }, (_, index) => 40 - index);
  expect([percentile(values, 50), percentile(values, 95), percentile(values, 100)]).toEqual([20, 38, 40]);
  expect(percentile([7], 1)).toBe(7);
});

test('the table of figures marks a figure that does not hold', () => {
  const figures = [relativeFigure('push', 'ms', 1234.5678, 1000, 1.5), absoluteFigure('delay', 'ms', 51, 50)];
  expect(table(figures).split('\n')).toEqual([
    'name   unit  figure  baseline  ratio  bound  holds',
    'push   ms      1235      1000  1.235    1.5    yes',
    'delay  ms        51                      50     NO',
  ]);
});
