import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { highlightRanges } from '#renderer/search/highlight.ts';
import { fold, matcher } from '#shared/search.ts';

const found = (text: string, query: string): string[] =>
  highlightRanges(text, query).map(({ start, end }) => text.slice(start, end));

describe('highlights', () => {
  test.each([
    ['Good butter, Butterfly', 'butter', ['butter', 'Butter']],
    ['aaaa', 'aa', ['aa', 'aa']],
    ['Straße', 'ss', ['ß']],
    ['STRASSE', 'ß', ['SS']],
    ['Straße am Markt', 'markt', ['Markt']],
    ['İstanbul', 'stan', ['stan']],
    ['ΟΔΟΣ', 'οδος', ['ΟΔΟΣ']],
    ['nothing', 'x', []],
    ['two words', ' ', []],
    ['🙂 smile 🙂', '🙂', ['🙂', '🙂']],
  ])('in %j for %j are %j', (text, query, expected) => {
    expect(found(text, query)).toEqual(expected);
  });

  test('are there exactly where the search itself matches', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom('a', 'A', 'ß', 's', 'S', 'İ', 'i', 'ς', 'ﬁ', 'ŉ'),
    );
    const text = fc.array(unit, { maxLength: 12 }).map((units) => units.join(''));
    fc.assert(
      fc.property(text, text, (note, query) => {
        fc.pre(query.trim() !== '');
        const ranges = highlightRanges(note, query);
        expect(ranges.length > 0).toBe(matcher(query)({ title: null, text: note }));
        for (const { start, end } of ranges) expect(fold(note.slice(start, end))).toContain(fold(query));
      }),
      { numRuns: 500 },
    );
  });

  test('rest on folding never making a character shorter', () => {
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
      const character = String.fromCodePoint(codePoint);
      if (fold(character).length < character.length) expect.fail(`U+${codePoint.toString(16)} folds shorter`);
    }
  });
});
