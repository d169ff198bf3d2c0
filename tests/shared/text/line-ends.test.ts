import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { withLineEndsOf, withNewlines } from '#shared/text/line-ends.ts';
import { mergeText } from '#shared/text/merge-text.ts';

const ENDS = ['\r\n', '\r'];

/** Kinds of edits: base, local, remote, and the merged text. */
const EDITS: readonly (readonly [string, string, string, string, string | null])[] = [
  ['different lines', 'a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n', 'A\nb\nC\n'],
  ['different words of one line', 'a b c d\n', 'A b c d\n', 'a b c D\n', 'A b c D\n'],
  ['a line more at each end', 'b\n', 'a\nb\n', 'b\nc\n', 'a\nb\nc\n'],
  ['the same edit twice', 'a\nb\n', 'a\nB\n', 'a\nB\n', 'a\nB\n'],
  ['a removed line beside an edited one', 'a\nb\nc\nd\n', 'b\nc\nd\n', 'a\nb\nc\nD\n', 'b\nc\nD\n'],
  ['a tick and an edit', '☐ a\n☐ b\n', '☑ a\n☐ b\n', '☐ a\n☐ b c\n', '☑ a\n☐ b c\n'],
  ['items at one end of a list', '☐ a\n', '☐ a\n☐ b\n', '☐ a\n☐ c\n', '☐ a\n☐ b\n☐ c\n'],
  ['one word changed in two ways', 'a b c\n', 'a X c\n', 'a Y c\n', null],
];

describe('[S5.3] line ends of other clients', () => {
  const as = (text: string, end: string): string => text.replaceAll('\n', end);

  test.each(EDITS)(
    'edits of %s are merged alike, whatever the line ends of the sides are',
    (_name, base, local, remote, merged) => {
      expect(mergeText(base, local, remote)).toBe(merged);
      for (const end of ENDS) {
        const expected = merged === null ? null : as(merged, end);
        expect(mergeText(as(base, end), as(local, end), as(remote, end))).toBe(expected);
        // One side has changed all line ends, or the base had others.
        expect(mergeText(as(base, end), local, as(remote, end))).toBe(merged);
        expect(mergeText(as(base, end), as(local, end), remote)).toBe(merged);
        expect(mergeText(base, as(local, end), remote)).toBe(expected);
        expect(mergeText(base, local, as(remote, end))).toBe(expected);
      }
    },
  );

  const line = fc.tuple(
    fc.constantFrom('a', 'b', 'c d', '', '☐ e', '☑ e'),
    fc.constantFrom('\n', '\r\n', '\r'),
  );
  const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.flat().join(''));

  test('a merge gives the same words whatever the line ends, and the same text on both sides', () => {
    fc.assert(
      fc.property(text, text, text, (base, local, remote) => {
        const merged = mergeText(base, local, remote);
        const plain = mergeText(withNewlines(base), withNewlines(local), withNewlines(remote));
        expect(merged === null ? null : withNewlines(merged)).toBe(plain);
        expect(mergeText(base, remote, local)).toBe(merged);
      }),
    );
  });

  test('an empty line behind a line that ends with \\r stays a line', () => {
    const merged = mergeText('a\r\na\r\nc d\n', 'b\n☑ e\nc d\na\r\r\n', 'b\n☐ e\nc d\n');
    expect(merged).toBe('b\n☑ e\nc d\na\r\r');
    expect(withLineEndsOf('x\n\ny\n', 'x\ry\n')).toBe('x\r\ry\n');
  });

  test('a line that no side has touched keeps its end', () => {
    const base = 'a\r\nb\nc\rd\r\n';
    expect(mergeText(base, 'A\r\nb\nc\rd\r\n', 'a\r\nb\nc\rD\r\n')).toBe('A\r\nb\nc\rD\r\n');
    expect(mergeText(base, 'x\na\r\nb\nc\rd\r\n', 'a\r\nb\nc\rd\r\ny\r\n')).toBe('x\na\r\nb\nc\rd\r\ny\r\n');
  });
});

describe('[S5.5] an edit by a page, which knows only one line end', () => {
  test.each([
    ['one letter', 'a\r\nb\r\nc', 'a\nB\nc', 'a\r\nB\r\nc'],
    ['a line more', 'a\r\nb\r\n', 'a\nx\nb\n', 'a\r\nx\r\nb\r\n'],
    ['a line less', 'a\rb\rc\r', 'a\nc\n', 'a\rc\r'],
    ['several kinds of ends', 'a\r\nb\nc\r', 'a\nb\nx\nc\n', 'a\r\nb\nx\nc\r'],
    ['everything', 'a\r\nb\r\n', 'x\ny\n', 'x\r\ny\r\n'],
    ['nothing', 'a\r\n\r\n\rb', 'a\n\n\nb', 'a\r\n\r\n\rb'],
    ['a text without them', 'a\nb', 'a\nB', 'a\nB'],
    ['ends of its own', 'a\r\nb', 'a\rB', 'a\rB'],
  ])('retains the line ends of the note: %s', (_what, before, typed, expected) => {
    expect(withLineEndsOf(typed, before)).toBe(expected);
  });
});
