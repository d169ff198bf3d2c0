/**
 * Finds where a text can be cut without dividing a visible character, such as a letter with its marks or an
 * emoji of several (Unicode Standard Annex #29, extended grapheme clusters). Only the neighbourhood of a
 * place is looked at, so the length of the text does not matter.
 */

/** UTF-16 units to look at on each side. A longer character, or a longer row of flags, may be divided. */
const NEIGHBOURHOOD = 128;

let segmenter: Intl.Segmenter | null = null;

/** The last place up to this index where the text can be cut. */
export function graphemeStart(text: string, index: number): number {
  return isPlainCut(text, index) ? index : around(text, index, index + 2).start;
}

/** The first place from this index on where the text can be cut. */
export function graphemeEnd(text: string, index: number): number {
  if (isPlainCut(text, index)) return index;
  const { start, end } = around(text, index, index + NEIGHBOURHOOD);
  return start === index ? index : end;
}

/** The character that contains the unit at the index, or the part of it up to `to`. */
function around(text: string, index: number, to: number): { readonly start: number; readonly end: number } {
  segmenter ??= new Intl.Segmenter();
  const from = safeStart(text, index);
  const character = segmenter.segment(text.slice(from, to)).containing(index - from);
  const start = from + (character?.index ?? index - from);
  return { start, end: start + (character?.segment.length ?? 0) };
}

/** A place before the index where a character begins, or one that is far away. */
function safeStart(text: string, index: number): number {
  const least = Math.max(0, index - NEIGHBOURHOOD);
  for (let at = index - 1; at > least; at -= 1) if (isPlainCut(text, at)) return at;
  const isHalf = least > 0 && (text.codePointAt(least - 1) ?? 0) > 0xff_ff;
  return isHalf ? least - 1 : least;
}

/** Whether the text can be cut there, according to the simplest of the rules. */
function isPlainCut(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  const [before, after] = [text.charCodeAt(index - 1), text.charCodeAt(index)];
  return isPlain(before) && isPlain(after) && !(before === 0x0d && after === 0x0a);
}

/** Whether the unit is always a character by itself: Latin, Greek, Cyrillic and Chinese ones. */
function isPlain(unit: number): boolean {
  return unit < 0x3_00 || (unit >= 0x3_70 && unit < 0x4_83) || (unit >= 0x34_00 && unit <= 0x9f_ff);
}
