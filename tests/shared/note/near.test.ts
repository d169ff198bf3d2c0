import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { firstNear, loosen, nearMatcher, nearRanges, spellingsOf } from '#shared/note/near.ts';
import { fold, matcher } from '#shared/text/search.ts';
import { anyCodePoint } from '#tests/support/arbitraries.ts';

const unit = fc.oneof(
  fc.constantFrom(...Array.from('aeiosclzAEIOSCLZ   \n')),
  fc.constantFrom(
    ...Array.from('éèçàÉłŁøØßẞæÆœŒıİđñ'),
    'e\u0301',
    'l\u0323\u0301',
    '\u0301',
    'ﬁ',
    'ĳ',
    '’',
    'ŉ',
    '\u212b',
  ),
  fc.constantFrom(
    'ё',
    'е',
    'й',
    'ά',
    'α',
    'ς',
    'שָׁ',
    'ש',
    'كِ',
    'ك',
    'が',
    'か',
    '漢',
    '\uf9c7',
    '\u{2f804}',
    '𑂚',
    '가',
    '각',
  ),
);
const text = fc.array(unit, { maxLength: 10 }).map((units) => units.join(''));
/** Includes parts of Korean syllables, which accents between them keep apart. */
const anyText = fc
  .array(fc.oneof(unit, anyCodePoint, fc.constantFrom('\u1100', '\u1161', '\u11a8', '\u09c7', '\u09be')), {
    maxLength: 10,
  })
  .map((units) => units.join(''));
const query = (from: fc.Arbitrary<string>) => from.filter((words) => loosen(words).trim() !== '');

describe('loosening', () => {
  test.each([
    ['Crème Brûlée', 'creme brulee'],
    ['Łódź', 'lodz'],
    ['İSTANBUL', 'istanbul'],
    ['ıspanak', 'ispanak'],
    ['Smørrebrød', 'smorrebrod'],
    ['Œuvre, Ægir', 'oeuvre, aegir'],
    ['l’été', "l'ete"],
    ['ёлка', 'елка'],
    ['Άλφα', 'αλφα'],
    ['שָׁלוֹם', 'שלום'],
    ['كِتَاب', 'كتاب'],
    ['हिन्दी', 'हिन्दी'],
    ['각', '각'],
  ])('%j becomes %j', (words, loose) => expect(loosen(words)).toBe(loose));

  test('a loosened text does not change again, and case and composition do not matter', () => {
    fc.assert(
      fc.property(anyText, (words) => {
        const loose = loosen(words);
        expect(loosen(loose)).toBe(loose);
        expect(loosen(fold(words))).toBe(loose);
        expect(loosen(words.normalize('NFD'))).toBe(loose);
        expect(loose.split('\n')).toHaveLength(words.split('\n').length);
      }),
      { numRuns: 3_000 },
    );
  });

  test('letters without a decomposition become the letters as which the Unicode Collation Algorithm sorts them', () => {
    const { compare } = new Intl.Collator('en', { sensitivity: 'base' });
    for (const letter of 'æðøđħĳłœ') expect(compare(letter, loosen(letter)), letter).toBe(0);
  });
});

describe('near matches', () => {
  const note = { title: 'Crème brûlée', text: 'sugar, eggs and\ncream from Łódź' };

  test.each([
    ['creme brulee', 'accents'],
    ['LODZ', 'accents'],
    ['cremé', 'accents'],
    ['eggs sugar', 'words'],
    ['creme sugar', 'words'],
    ['sugar ', 'words'],
    ['crème', null],
    ['sugar, eggs', null],
    ['sugar salt', null],
    ['creme salt', null],
  ] as const)('for %j the note counts as %j', (words, kind) => expect(nearMatcher(words)(note)).toBe(kind));

  /** The definition without patterns, which only speed it up. */
  const plainly = (words: string, field: string) => {
    if (matcher(words)({ title: null, text: field })) return null;
    const loose = loosen(field);
    if (loose.includes(loosen(words))) return 'accents';
    return loosen(words)
      .split(/\s+/u)
      .every((word) => loose.includes(word))
      ? 'words'
      : null;
  };

  test('patterns find exactly what the plain definition does', () => {
    fc.assert(
      fc.property(
        query(anyText),
        anyText,
        fc.constantFrom<(words: string) => string>(String, loosen),
        (words, field, change) => {
          const around = `${field}${change(words)}${field}`;
          for (const all of [field, around, around.normalize('NFD')])
            expect(nearMatcher(words)({ title: null, text: all })).toBe(plainly(words, all));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test('whatever the search finds is found loosely, too, and does not count as a near match', () => {
    fc.assert(
      fc.property(query(text), text, text, (words, before, behind) => {
        const hit = { title: null, text: `${before}${words}${behind}` };
        fc.pre(matcher(words)(hit));
        expect(loosen(hit.text)).toContain(loosen(words));
        expect(nearMatcher(words)(hit)).toBeNull();
      }),
      { numRuns: 3_000 },
    );
  });

  test('the pattern of a character matches everything whose loosened form contains it', () => {
    const patterns = new Map<string, RegExp>();
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
      const character = String.fromCodePoint(codePoint);
      const loose = loosen(character);
      if (loose === character || loose.trim() === '') continue;
      for (const word of [loose, ...Array.from(loose)]) {
        const pattern = patterns.get(word) ?? spellingsOf(word);
        patterns.set(word, pattern);
        if (!pattern.test(character)) expect.fail(`U+${codePoint.toString(16)} is not found by ${word}`);
      }
    }
  });
});

describe('marks in a near match', () => {
  test.each([
    ['une Crème brûlée', 'creme brulee', 'accents', ['Crème brûlée']],
    ['Łódź, LODZ', 'lodz', 'accents', ['Łódź', 'LODZ']],
    ['Œuvres', 'oe', 'accents', ['Œ']],
    ['the eggs, then sugar', 'sugar then the', 'words', ['the', 'then', 'sugar']],
    ['nothing', 'sugar eggs', 'words', []],
  ] as const)('in %j for %j (%s)', (words, typed, kind, expected) => {
    const ranges = nearRanges(words, typed, kind);
    expect(ranges.map(({ start, end }) => words.slice(start, end))).toEqual(expected);
    expect(firstNear(words, typed, kind)).toEqual(ranges[0] ?? null);
  });
});
