/** Figures as a table for people to read. */
import type { PairedFigure } from './against.ts';
import type { Figure } from './figure.ts';

const HEAD = ['name', 'unit', 'figure', 'baseline', 'ratio', 'bound', 'holds'] as const;

export function table(figures: readonly Figure[]): string {
  return alignColumns([[...HEAD], ...figures.map(cells)]);
}

/** @param commit what the figures were paired with */
export function pairedTable(figures: readonly PairedFigure[], commit: string): string {
  const rows = figures.map((figure) => [...cells(figure), number(figure.toCommit)]);
  return alignColumns([[...HEAD, `to ${commit}`], ...rows]);
}

function cells({ name, unit, figure, baseline, ratio, bound, holds }: Figure): string[] {
  return [name, unit, number(figure), number(baseline), number(ratio), number(bound), holds ? 'yes' : 'NO'];
}

function number(value: number | null): string {
  return value === null ? '' : Number(value.toPrecision(4)).toString();
}

function alignColumns(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_title, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => line(row, widths)).join('\n');
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
