/** Estimates where a card's lines end without rendering them. */

/**
 * From this code on, a UTF-16 unit counts as two columns: Hangul, Chinese, Japanese, and each half of a
 * surrogate pair.
 */
const WIDE = 0x11_00;
const NEWLINE = 10;

/**
 * @param lines the number of lines
 * @param columns the number of narrow characters that fit into a line
 * @returns the index after the last character that fits; the text's length if all of it fits
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
