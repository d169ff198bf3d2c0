import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { firstNear, nearMatcher, nearRanges } from '#shared/note/near.ts';
import { loosen } from '#shared/text/loosen.ts';
import { matcher } from '#shared/text/search.ts';
import { canSlip } from '#shared/text/slip.ts';
import { accentedText, accentedUnit } from '#tests/support/arbitraries.ts';
import { hasSlip } from '#tests/support/plain-slips.ts';

const text = fc.array(accentedUnit, { maxLength: 10 }).map((units) => units.join(''));
const query = (from: fc.Arbitrary<string>) => from.filter((words) => loosen(words).trim() !== '');

describe('near matches', () => {
  const note = { title: 'Crème brûlée', text: 'sugar, eggs and\ncream from Łódź' };

  test.each([
    ['creme brulee', 'accents'],
    ['LODZ', 'accents'],
    ['cremé', 'accents'],
    ['eggs sugar', 'words'],
    ['creme sugar', 'words'],
    ['sugar ', 'words'],
    ['sugra', 'slip'],
    ['cremee brulee', 'slip'],
    ['eggs suger', 'slip'],
    ['crème', null],
    ['sugar, eggs', null],
    ['sugar salt', null],
    ['creme salt', null],
    ['sugra creem', null],
    ['suger salt', null],
  ] as const)('for %j the note counts as %j', (words, kind) => expect(nearMatcher(words)(note)).toBe(kind));

  /** The definition without patterns, which only speed it up. */
  const plainly = (words: string, field: string) => {
    if (matcher(words)({ title: null, text: field })) return null;
    const loose = loosen(field);
    if (loose.includes(loosen(words))) return 'accents';
    const typed = new Set(loosen(words).split(/\s+/u));
    const [missing, ...others] = [...typed].filter((word) => !loose.includes(word));
    if (missing === undefined) return 'words';
    return others.length === 0 && canSlip(missing) && hasSlip(field, missing) ? 'slip' : null;
  };

  test('patterns find exactly what the plain definition does', () => {
    fc.assert(
      fc.property(
        query(accentedText),
        accentedText,
        fc.constantFrom<(words: string) => string>(String, loosen),
        fc.nat(),
        (words, field, change, at) => {
          const around = `${field}${change(words)}${field}`;
          // The same with a letter more or less, another one, or two in each other's place.
          const letters = Array.from(around);
          const [one = '', other = ''] = letters.slice(at % letters.length);
          const slips = [[other], ['x', one, other], ['x', other], [other, one]].map((slip) =>
            letters.toSpliced(at % letters.length, 2, ...slip).join(''),
          );
          for (const all of [field, around, around.normalize('NFD'), ...slips])
            expect(nearMatcher(words)({ title: null, text: all })).toBe(plainly(words, all));
        },
      ),
      { numRuns: 1_000 },
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
});

describe('marks in a near match', () => {
  test.each([
    ['une Crème brûlée', 'creme brulee', 'accents', ['Crème brûlée']],
    ['Łódź, LODZ', 'lodz', 'accents', ['Łódź', 'LODZ']],
    ['Œuvres', 'oe', 'accents', ['Œ']],
    ['the eggs, then sugar', 'sugar then the', 'words', ['the', 'then', 'sugar']],
    ['nothing', 'sugar eggs', 'words', []],
    ['Boilers, a boiler', 'boler', 'slip', ['Boilers', 'boiler']],
    ['eggs, then súgar', 'sugra eggs', 'slip', ['eggs', 'súgar']],
  ] as const)('in %j for %j (%s)', (words, typed, kind, expected) => {
    const ranges = nearRanges(words, typed, kind);
    expect(ranges.map(({ start, end }) => words.slice(start, end))).toEqual(expected);
    expect(firstNear(words, typed, kind)).toEqual(ranges[0] ?? null);
  });
});
