/**
 * How much of a text a card has room for, so that the browser need not lay out what the card's edge would cut
 * off.
 */
import { endOfLines } from '#shared/text/card-lines.ts';
import { cutBefore } from '#shared/text/hit-ranges.ts';
import { PADDING, TEXT_LINES } from '../../masonry/card-heights.ts';

/** One line more than can be seen, so that the end fades. */
const LINES = TEXT_LINES + 1;
/** The least width of a letter, on average over a line of narrow ones, in CSS pixels. */
const NARROW_LETTER = 5;
/**
 * The number of letters grows in steps, so that cards are not drawn again with each pixel of a window that
 * gets wider.
 */
const STEP = 10;

/**
 * @param cardWidth CSS pixels
 * @returns how many narrow letters a line has room for
 */
export function lettersPerLine(cardWidth: number): number {
  return Math.ceil((cardWidth - PADDING) / NARROW_LETTER / STEP) * STEP;
}

/**
 * The beginning of the text, with more lines than a card shows; the whole text if it is shorter.
 * @param letters how many narrow letters a line has room for, as `lettersPerLine` returns it
 */
export function truncateForCard(text: string, letters: number): string {
  return text.slice(0, cutBefore(text, endOfLines(text, LINES, letters)));
}
