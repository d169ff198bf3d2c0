import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeText } from '#shared/merge-text.ts';

/** Everything that some regular expression or other takes for the end of a line is among them. */
const PIECES = [
  'a ',
  'b ',
  'c',
  '\n',
  'd\n',
  '  ',
  'é',
  '\r\n',
  '\r',
  '\u2028',
  '\u2029',
  '\v',
  '\u0085',
  '\0',
  '\uD83D',
];

describe('[S5] merging texts', () => {
  test.each([
    ['edits of different lines', 'a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n', 'A\nb\nC\n'],
    ['edits of different words of one line', 'a b c d', 'A b c d', 'a b c D', 'A b c D'],
    ['a line more at each end', 'b\n', 'a\nb\n', 'b\nc\n', 'a\nb\nc\n'],
    ['the same edit twice', 'a\nb\n', 'a\nB\n', 'a\nB\n', 'a\nB\n'],
    ['lines of Windows', 'a\r\nb\r\nc\r\n', 'A\r\nb\r\nc\r\n', 'a\r\nb\r\nC\r\n', 'A\r\nb\r\nC\r\n'],
    ['words around a line separator', 'a b\u2028c d', 'A b\u2028c d', 'a b\u2028c D', 'A b\u2028c D'],
    ['a removed line beside an edited one', 'a\nb\nc\nd\n', 'b\nc\nd\n', 'a\nb\nc\nD\n', 'b\nc\nD\n'],
  ])('%s', (_name, base, local, remote, merged) => {
    expect(mergeText(base, local, remote)).toBe(merged);
  });

  test.each([
    ['one word, two ways', 'a b c', 'a X c', 'a Y c'],
    ['two endings', 'Milk', 'Milk\nEggs', 'Milk\nHam'],
    ['removed here, edited there', 'a\nb\n', 'a\n', 'a\nB\n'],
    ['nothing in common', '', 'x', 'y'],
    ['a line of Windows replaced, two ways', 'a\r\n', 'b\r\n', 'c\r\n'],
    ['one with a line separator removed here, edited there', 'a\r\n\u2028', '\n', 'b\r\n\u2028'],
  ])('%s is not guessed at', (_name, base, local, remote) => {
    expect(mergeText(base, local, remote)).toBeNull();
  });

  test('a text that repeats itself without end is merged where the edits stand apart, and else not compared for ever', () => {
    const base = 'same\n'.repeat(20_000);
    expect(mergeText(base, `here\n${base}`, `${base}there\n`)).toBe(`here\n${base}there\n`);
    expect(mergeText(base, `here\n${base}x`, `y${base}there\n`)).toBeNull();
  });

  test('edits all over a long text with many blank lines are merged', () => {
    const lines = Array.from({ length: 4_000 }, (_, index) => (index % 2 === 0 ? `line ${index}\n` : '\n'));
    const edited = (every: number, word: string) =>
      lines.map((line, index) => (index % every === 0 ? `${word} ${line}` : line));
    const [local, remote] = [edited(202, 'here'), edited(306, 'there')];
    const merged = local.map((line, index) => (index % 306 === 0 ? (remote[index] ?? '') : line));
    merged[0] = 'here there line 0\n';
    expect(mergeText(lines.join(''), local.join(''), remote.join(''))).toBeNull();
    [local[0], remote[0]] = [lines[0] ?? '', lines[0] ?? ''];
    merged[0] = lines[0] ?? '';
    expect(mergeText(lines.join(''), local.join(''), remote.join(''))).toBe(merged.join(''));
  });

  test('edits that stand near each other among many equal words are merged', () => {
    const words = Array.from({ length: 1_200 }, (_, index) => (index % 10 === 0 ? `w${index} ` : 'the '));
    const edited = (edits: Record<number, string>) =>
      words.map((word, index) => edits[index] ?? word).join('');
    const [here, there] = [
      { 10: 'here ', 1_010: 'here ' },
      { 13: 'there ', 1_013: 'there ' },
    ];
    expect(mergeText(words.join(''), edited(here), edited(there))).toBe(edited({ ...here, ...there }));
  });

  const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((parts) => parts.join(''));

  test('an unchanged side leaves the other as it is', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeText(base, changed, base)).toBe(changed);
        expect(mergeText(base, base, changed)).toBe(changed);
        expect(mergeText(base, changed, changed)).toBe(changed);
      }),
    );
  });

  test('whichever side is called local, the result is the same, and every new word stands in it', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (base, one, two) => {
        const insert = (at: number, word: string): string => {
          const place = at % (base.length + 1);
          return `${base.slice(0, place)} ${word} ${base.slice(place)}`;
        };
        const [local, remote] = [insert(one, 'LOCAL'), insert(two, 'REMOTE')];
        const merged = mergeText(base, local, remote);
        expect(mergeText(base, remote, local)).toBe(merged);
        if (merged !== null)
          expect([merged.includes('LOCAL'), merged.includes('REMOTE')]).toEqual([true, true]);
      }),
    );
  });
});
