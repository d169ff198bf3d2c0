import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { differences } from '#account/compare.ts';

const textOf = (parts: ReturnType<typeof differences>, side: 'then' | 'now'): string =>
  parts
    .filter((part) => part.in === 'both' || part.in === side)
    .map(({ text }) => text)
    .join('');

test('a comparison shows the words that differ within a line, and lines that were added or removed', () => {
  expect(differences('keep\nthe old word stays\ngone\n', 'keep\nthe new word stays\n')).toEqual([
    { in: 'both', text: 'keep\nthe ' },
    { in: 'then', text: 'old ' },
    { in: 'now', text: 'new ' },
    { in: 'both', text: 'word stays\n' },
    { in: 'then', text: 'gone\n' },
  ]);
  expect(differences('same', 'same')).toEqual([{ in: 'both', text: 'same' }]);
  expect(differences('', '')).toEqual([]);
});

test.each([
  [
    'a line that was added at the end',
    'Milk\nBasil',
    'Milk\nBasil\nOlive oil',
    [
      ['both', 'Milk\nBasil'],
      ['now', '\nOlive oil'],
    ],
  ],
  [
    'words that were added to the last line',
    'a\nthe line',
    'a\nthe line ends',
    [
      ['both', 'a\nthe line'],
      ['now', ' ends'],
    ],
  ],
  [
    'words that were added within',
    'Basil\nOil',
    'Basil from Ines\nOil',
    [
      ['both', 'Basil'],
      ['now', ' from Ines'],
      ['both', '\nOil'],
    ],
  ],
  [
    'words that were taken from the end',
    'the line ends',
    'the line',
    [
      ['both', 'the line'],
      ['then', ' ends'],
    ],
  ],
  [
    'a whole word if only its end differs',
    'the lines',
    'the line',
    [
      ['both', 'the '],
      ['then', 'lines'],
      ['now', 'line'],
    ],
  ],
])('a comparison shows %s, and no unchanged word as changed', (_what, then, now, parts) => {
  expect(differences(then, now).map((part) => [part.in, part.text])).toEqual(parts);
});

test('the parts of a comparison contain both texts completely, whatever the texts are', () => {
  const words = fc.array(fc.constantFrom('a ', 'b ', 'ä🙂 ', '\n', '\r\n', '\u2028', '\0', ' '), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(words, words, (a, b) => {
      const [then, now] = [a.join(''), b.join('')];
      const parts = differences(then, now);
      expect([textOf(parts, 'then'), textOf(parts, 'now')]).toEqual([then, now]);
      expect(parts.every(({ text }) => text !== '')).toBe(true);
    }),
  );
});

test('a comparison of texts with thousands of changes is the whole old text and the whole new text', () => {
  const lines = (mark: string): string =>
    Array.from({ length: 3_000 }, (_, line) => `${line}\n${line} ${mark}${line}\n`).join('');
  const [then, now] = [lines('x'), lines('y')];
  expect(differences(then, now)).toEqual([
    { in: 'then', text: then },
    { in: 'now', text: now },
  ]);
});
