/** Texts with lists, for tests of their edits. */
import * as fc from '#tests/support/fast-check.ts';

/** A text with `|` at the caret, or around the selection. */
export function marked(text: string): { text: string; start: number; end: number } {
  const [before = '', selected = '', after] = text.split('|');
  const start = before.length;
  return after === undefined
    ? { text: before + selected, start, end: start }
    : { text: before + selected + after, start, end: start + selected.length };
}

const PREFIXES = ['', '☐ ', '☑ ', '☑', '☐', '- [ ] ', '- [x] ', '* [X] ', '+ [ ]', '- ', '☑\uFE0F ', '- []'];
const line = fc
  .tuple(
    fc.constantFrom('', '', '  ', '\t'),
    fc.constantFrom(...PREFIXES),
    fc.constantFrom('milk', 'oat ☑ [x] milk', '', ' ', '☐', '\r', '- [x] '),
  )
  .map((parts) => parts.join(''));

/** Up to eight lines: boxes of every form, nested or not, words, and blank lines. */
export const listText = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
