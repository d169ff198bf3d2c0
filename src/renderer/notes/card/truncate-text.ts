/** Estimates how much of a text fits on a card, so that the browser need not lay out the rest. */
import { endOfLines } from '#shared/text/card-lines.ts';
import { cutBefore } from '#shared/text/hit-ranges.ts';
import { PADDING, TEXT_LINES } from '../../masonry/card-heights.ts';

/** One line more than is visible, so that the end fades out. */
const LINES = TEXT_LINES + 1;
/** The average width of the narrowest letters in a line, in CSS pixels. */
const NARROW_LETTER = 5;
/** The result grows in steps, so that cards do not render again with each pixel of a wider window. */
const STEP = 10;

/**
 * @param cardWidth in CSS pixels
 * @returns the greatest number of letters in a line
 */
export function lettersPerLine(cardWidth: number): number {
  return Math.ceil((cardWidth - PADDING) / NARROW_LETTER / STEP) * STEP;
}

/**
 * The beginning of the text, with more lines than a card shows, or the whole text.
 * @param letters per line, from `lettersPerLine`
 */
export function truncateForCard(text: string, letters: number): string {
  return text.slice(0, cutBefore(text, endOfLines(text, LINES, letters)));
}
