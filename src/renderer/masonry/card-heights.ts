/** The heights of cards of one width: measured, or else estimated from their words. */
import type { NoteId } from '#shared/note/note.ts';
import type { NoteRow } from '#shared/note/view.ts';

const LINE = 21;
const TITLE_LINES = 3;
/** The most lines of a text that a card shows. */
export const TEXT_LINES = 12;
/** Borders, padding and the row of actions. */
const FRAME = 66;
const TITLE_GAP = 6;
const BADGE = 26;
/** A row of labels, with the gap above it. */
const LABELS = 30;
/** Average advance of a character in the interface's font. */
const TITLE_CHARACTER = 8.2;
const TEXT_CHARACTER = 6.9;
/** Borders and padding beside the words, in CSS pixels. */
export const PADDING = 34;
const UNKNOWN = 168;

export interface CardHeights {
  /** In CSS pixels; undefined without a row. */
  of(row: NoteRow | undefined): number | undefined;
  /** @returns whether the height differs from the known one */
  measure(row: NoteRow, height: number): boolean;
}

export function createCardHeights(cardWidth: number): CardHeights {
  const measured = new Map<NoteId, number>();
  const estimates = new WeakMap<NoteRow, number>();

  function heightOf(row: NoteRow): number {
    const height = measured.get(row.id) ?? estimates.get(row);
    if (height !== undefined) return height;
    const estimate = estimatedHeight(row, cardWidth);
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

/**
 * The height of a card estimated from its words, so that the layout is nearly right before the card is
 * rendered.
 * @param width of the card, in CSS pixels
 */
export function estimatedHeight(row: NoteRow | undefined, width: number): number {
  if (row === undefined) return UNKNOWN;
  const inner = Math.max(1, width - PADDING);
  const title =
    row.title === '' ? 0 : lineCount(row.title, inner / TITLE_CHARACTER, TITLE_LINES) * LINE + TITLE_GAP;
  const text = row.excerpt === '' ? 0 : lineCount(row.excerpt, inner / TEXT_CHARACTER, TEXT_LINES) * LINE;
  return FRAME + (row.conflictCopy ? BADGE : 0) + (row.labels.length > 0 ? LABELS : 0) + title + text;
}

/** @param most stops counting here, so that a long text need not be read to its end */
function lineCount(text: string, perLine: number, most: number): number {
  let count = 0;
  let start = 0;
  while (count < most) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    count += Math.max(1, Math.ceil((end - start) / perLine));
    if (newline === -1) break;
    start = newline + 1;
  }
  return Math.min(count, most);
}
