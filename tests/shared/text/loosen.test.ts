import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { loosen, spellingsOf } from '#shared/text/loosen.ts';
import { fold } from '#shared/text/search.ts';
import { accentedText } from '#tests/support/arbitraries.ts';

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
      fc.property(accentedText, (words) => {
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
