/** How much of a text a card has room for: what its edge would cut off, the browser need not lay out. */
import { endOfLines } from '#shared/card-lines.ts';
import { cutBefore } from '#shared/hit-ranges.ts';
import { PADDING, TEXT_LINES } from '../masonry/card-heights.ts';

/** One more than are seen, so that the end fades. */
const LINES = TEXT_LINES + 1;
/** What a letter takes at the least, by the average of a line of narrow ones, in CSS pixels. */
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
  return text.slice(0, cutBefore(text, endOfLines(text, LINES, room)));
}
