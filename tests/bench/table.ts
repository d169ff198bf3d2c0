/** Figures as a table for people to read. */
import type { Figure } from './figure.ts';

const HEAD = ['name', 'unit', 'figure', 'baseline', 'ratio', 'bound', 'holds'] as const;

export function table(figures: readonly Figure[]): string {
  const rows = [[...HEAD], ...figures.map(cells)];
  const widths = HEAD.map((_head, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => line(row, widths)).join('\n');
}

function cells({ name, unit, figure, baseline, ratio, bound, holds }: Figure): string[] {
  const number = (value: number | null): string =>
    value === null ? '' : Number(value.toPrecision(4)).toString();
  return [name, unit, number(figure), number(baseline), number(ratio), number(bound), holds ? 'yes' : 'NO'];
}

/** Words to the left, numbers to the right. */
function line(row: readonly string[], widths: readonly number[]): string {
  return row
    .map((cell, column) =>
      column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    .join('  ')
    .trimEnd();
}
