/** How much of a text a card has room for: what its edge would cut off, the browser need not lay out. */
import { endOfLines } from '#shared/card-lines.ts';

/** One more than are seen, so that the end fades. */
const LINES = 13;
/** CSS pixels: a card's borders and padding; and what a letter takes at the least, by the average of a line of narrow ones. */
const PADDING = 34;
const NARROW_LETTER = 5;
/** Cards are not drawn again with each pixel of a window that gets wider. */
const STEP = 10;

/**
 * @param cardWidth CSS pixels
 * @returns how many narrow letters a line has room for
 */
export function roomOf(cardWidth: number): number {
  return Math.ceil((cardWidth - PADDING) / NARROW_LETTER / STEP) * STEP;
}

/**
 * The text's beginning, which takes more lines than a card shows; all of a text that does not.
 * @param room of a line, as `roomOf` gives it
 */
export function fitting(text: string, room: number): string {
  const end = endOfLines(text, LINES, room);
  return end === text.length ? text : text.slice(0, end).replace(/[\uD800-\uDBFF]$/, '');
}
