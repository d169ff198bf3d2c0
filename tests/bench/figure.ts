/** The result of a bench: a figure, its baseline, and whether it is within its bound. */
import * as v from 'valibot';

export const FiguresSchema = v.array(
  v.object({
    name: v.string(),
    unit: v.string(),
    figure: v.number(),
    /** The same measurement of what the figure is compared with, in the same run. */
    baseline: v.nullable(v.number()),
    ratio: v.nullable(v.number()),
    /** The greatest allowed ratio; without a baseline, the greatest allowed figure. */
    bound: v.number(),
    holds: v.boolean(),
  }),
);

export type Figure = Readonly<v.InferOutput<typeof FiguresSchema>[number]>;

export type Bench = () => Promise<readonly Figure[]>;

/** A figure that may be at most `bound` times its baseline. */
export function relativeFigure(
  name: string,
  unit: string,
  figure: number,
  baseline: number,
  bound: number,
): Figure {
  const ratio = figure / baseline;
  return { name, unit, figure, baseline, ratio, bound, holds: ratio <= bound };
}

/** A figure that may be at most `bound`. */
export function absoluteFigure(name: string, unit: string, figure: number, bound: number): Figure {
  return { name, unit, figure, baseline: null, ratio: null, bound, holds: figure <= bound };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}

/** The smallest value that at least `percent` per cent of all values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const place = Math.max(0, Math.ceil((values.length * percent) / 100) - 1);
  return values.toSorted((a, b) => a - b)[place] ?? Number.NaN;
}
