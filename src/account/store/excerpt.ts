import { EXCERPT_LENGTH } from '#shared/view.ts';

/** The text's beginning as a card shows it; never ends in half a character. */
export function excerptOf(text: string): string {
  return text.slice(0, EXCERPT_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}
