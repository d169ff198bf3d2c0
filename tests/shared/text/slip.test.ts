/** Words with one slip of a letter against a typed word. */
import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { loosen } from '#shared/text/loosen.ts';
import { canSlip, slipFinder } from '#shared/text/slip.ts';
import { accentedText } from '#tests/support/arbitraries.ts';
import { hasSlip } from '#tests/support/plain-slips.ts';

const found = (text: string, word: string) =>
  [...slipFinder(word).slipsIn(text)].map(({ start, end }) => text.slice(start, end));

describe('one slip', () => {
  test.each([
    ['boler', 'the Boiler, boilers and bolder'],
    ['boiiler', 'the Boiler and boilers'],
    ['boilar', 'the Boiler and boilers'],
    ['bolier', 'the Boiler and boilers'],
    ['obiler', 'the Boiler and boilers'],
    ['oiler', 'a Boiler'],
    ['voiler', 'a Boiler'],
    ['boilre', 'a Boiler'],
    ['muler', 'Müller, Mu\u0308ller'],
    ['caeser', 'Cæsar'],
    ['smorebrod', 'Smørrebrød'],
    ['ofice', 'the oﬃce'],
    ['превет', 'Привет'],
  ])('%j finds words of %j', (word, text) => {
    const words = text.split(/[ ,]+/u).filter((part) => !['the', 'and', 'a'].includes(part));
    expect(found(text, word)).toEqual(words);
  });

  test.each([
    ['boler', 'boler, bolero'],
    ['boler', 'a bolt, cooler, reboiler'],
    ['boler', 'bailer'],
    ['apple', 'application, applying'],
    // Between the two halves of a character beside the word.
    ['faeffi', 'faeﬃ𐀀'],
  ])('%j finds nothing in %j', (word, text) => expect(found(text, word)).toEqual([]));

  test('a slip of the last letter finds only a word that ends there', () => {
    expect(found('apply, appl, applications', 'apple')).toEqual(['apply', 'appl']);
  });
});

test.each([
  ['boler', true],
  ['muler', true],
  ['हिन्दीभाषा', true],
  ['bole', false],
  ['boler7', false],
  ['b-oler', false],
  ['東京都庁舎', false],
  ['ひらがなで', false],
  ['カタカナで', false],
  ['안녕하세요', false],
  ['abcdefgh'.repeat(5), false],
])('whether %j can have a slip: %j', (word, can) => expect(canSlip(loosen(word))).toBe(can));

test('the patterns find exactly the words that trying every slip finds', () => {
  const letters = fc.array(
    fc.constantFrom<string[]>('a', 'b', 'e', 'f', 'i', 's', 'æ', 'ﬃ', 'é', 'e\u0301', 'ŉ'),
    {
      minLength: 4,
      maxLength: 8,
    },
  );
  const texts = fc.oneof(
    accentedText,
    letters.map((all) => all.join('')),
  );
  fc.assert(
    fc.property(letters, texts, fc.nat(), fc.constantFrom('', 'b', 'x'), (all, around, at, letter) => {
      const word = loosen(all.join(''));
      fc.pre(canSlip(word));
      const cut = at % all.length;
      const swapped = all.toSpliced(cut, 2, all[cut + 1] ?? '', all[cut] ?? '');
      const slipped = [around, swapped.join(''), all.toSpliced(cut, at % 2, letter).join('')];
      for (const text of [...slipped, `${around} ${slipped[2]}${around}`])
        expect(found(text, word).length > 0, text).toBe(hasSlip(text, word));
    }),
    { numRuns: 300 },
  );
});
