/** How high cards of one width are: as they were measured, else by an estimate from their words. */
import type { NoteId } from '#shared/note.ts';
import type { NoteRow } from '#shared/view.ts';
import { estimateHeight } from './estimate.ts';

export interface CardHeights {
  /** CSS pixels; undefined where there is no row. */
  of(row: NoteRow | undefined): number | undefined;
  /** Answers whether that is another height than was thought. */
  measure(row: NoteRow, height: number): boolean;
}

export function cardHeights(cardWidth: number): CardHeights {
  const measured = new Map<NoteId, number>();
  const estimates = new WeakMap<NoteRow, number>();

  function heightOf(row: NoteRow): number {
    const height = measured.get(row.id) ?? estimates.get(row);
    if (height !== undefined) return height;
    const estimate = estimateHeight(row, cardWidth);
    estimates.set(row, estimate);
    return estimate;
  }

  return {
    of: (row) => (row === undefined ? undefined : heightOf(row)),
    measure(row, height) {
      const differs = heightOf(row) !== height;
      if (differs || !measured.has(row.id)) measured.set(row.id, height);
      return differs;
    },
  };
}
