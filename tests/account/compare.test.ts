import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import { changeLine, differences } from '#account/compare.ts';

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
    'words that were removed from the end',
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

const line = (before: string, after: string): string =>
  changeLine({ title: '', text: before }, { title: '', text: after })
    .map(({ in: place, text }) => (place === 'both' ? text : `${place === 'then' ? '-' : '+'}{${text}}`))
    .join('');

test.each([
  ['a word', 'It leaves at eight.', 'It leaves at nine.', 'It leaves at -{eight.}+{nine.}'],
  ['a part of a word', 'Milk\nEight of them', 'Milk\nEighty of them', '…-{Eight}+{Eighty}'],
  [
    'words far within a line',
    'The ferry to the islands leaves from pier nine today',
    'The ferry to the islands leaves from pier ten today',
    '…leaves from pier -{nine}+{ten}',
  ],
  ['a new line', 'Milk\nOil', 'Milk\nBasil\nOil', '…+{Basil }Oil'],
  ['nothing', 'same', 'same', ''],
  ['all of it', '', 'new', '+{new}'],
])('a change of %s is one line with the words before it', (_what, before, after, expected) => {
  expect(line(before, after)).toBe(expected);
});

test('a change of the title is shown instead of one of the text', () => {
  const parts = changeLine({ title: 'Ferry', text: 'a' }, { title: 'Boat', text: 'b' });
  expect(parts).toEqual([
    { in: 'then', text: 'Ferry' },
    { in: 'now', text: 'Boat' },
  ]);
});

test('a change is one short line that consists of parts of the two texts, wherever these differ', () => {
  const anyText = fc.array(fc.constantFrom('a', 'b ', ' ', '\n', 'word ', '👩‍👩‍👧', 'é', '☐ '), {
    maxLength: 300,
  });
  fc.assert(
    fc.property(anyText, anyText, anyText, anyText, (start, before, after, end) => {
      const [then, now] = [before, after].map((middle) => [...start, ...middle, ...end].join(''));
      const parts = changeLine({ title: '', text: then ?? '' }, { title: '', text: now ?? '' });
      const shown = parts.map(({ text }) => text).join('');
      expect(shown).not.toContain('\n');
      expect(shown.length).toBeLessThan(400);
      expect(shown.isWellFormed()).toBe(true);
      expect(parts.some((part) => part.in !== 'both')).toBe(then !== now);
    }),
    // The rest of the word that differs is cut within its last character.
    { examples: [[[], [], ['a'], ['👩‍👩‍👧', '👩‍👩‍👧', 'a', '👩‍👩‍👧']]] },
  );
});
