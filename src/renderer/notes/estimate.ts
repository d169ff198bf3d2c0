/** Guesses a card's height from its words, so that the masonry is nearly right before a card is drawn. */
import type { NoteRow } from '#shared/view.ts';

const LINE = 21;
const TITLE_LINES = 3;
const TEXT_LINES = 12;
/** Borders, padding and the row of actions. */
const FRAME = 66;
const TITLE_GAP = 6;
const BADGE = 26;
/** Average advance of a character in the interface's font. */
const TITLE_CHARACTER = 8.2;
const TEXT_CHARACTER = 6.9;
const PADDING = 34;
/** For rows that are not here yet. */
const UNKNOWN = 168;

export function estimateHeight(row: NoteRow | undefined, width: number): number {
  if (row === undefined) return UNKNOWN;
  const inner = Math.max(1, width - PADDING);
  const title =
    row.title === '' ? 0 : lines(row.title, inner / TITLE_CHARACTER, TITLE_LINES) * LINE + TITLE_GAP;
  const text = row.excerpt === '' ? 0 : lines(row.excerpt, inner / TEXT_CHARACTER, TEXT_LINES) * LINE;
  return FRAME + (row.conflictCopy ? BADGE : 0) + title + text;
}

function lines(text: string, perLine: number, most: number): number {
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
