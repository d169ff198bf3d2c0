/** Where a card's lines end, as far as that can be told without drawing them. */

/** From here on a character takes the place of two: Hangul, Chinese, Japanese, and both halves of what is beyond 16 bits. */
const WIDE = 0x11_00;
const NEWLINE = 10;

/**
 * @param lines how many
 * @param columns how many narrow characters a line has room for
 * @returns the index behind what they have room for: the text's length where it has no more
 */
export function endOfLines(text: string, lines: number, columns: number): number {
  let line = 1;
  let column = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    column += unit < WIDE ? 1 : 2;
    if (unit === NEWLINE || column > columns) {
      line += 1;
      column = 0;
      if (line > lines) return index;
    }
  }
  return text.length;
}
