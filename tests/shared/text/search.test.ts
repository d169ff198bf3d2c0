import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { anyCodePoint } from '#tests/support/arbitraries.ts';
import { fold, isBlank, matcher } from '#shared/text/search.ts';

const note = { title: 'Straße nach Ithaka', text: 'ΟΔΥΣΣΕΥΣ\nand the Ｆｕｌｌ ſail' };

/** Marks and letters that compose, decompose, change places or become several with their case. */
const MARKS = [
  '\u0301',
  '\u0308',
  '\u0323',
  '\u0331',
  '\u0345',
  '\u030c',
  '\u3099',
  '\u0f71',
  '\u0f72',
  '\u093c',
];
const LETTERS = [
  'a J ǰ Α α ᾳ ᾴ ᾼ Ι ΐ ΰ ω ῳ Σ ς ß ẞ ẖ ŉ İ ı ſ ẛ \u212b \xc5 \u212a \u2126 ﬃ',
  'か \u1100 \u1161 \u11a8 각 가 \u0958 \u1fee \u1fbe \n \ud83d',
].flatMap((line) => line.split(' '));
const composing = fc
  .array(fc.oneof(fc.constantFrom(...MARKS), fc.constantFrom(...LETTERS), anyCodePoint), { maxLength: 10 })
  .map((characters) => characters.join(''));

describe('§5 search', () => {
  test.each([
    'STRASSE',
    'STRAẞE',
    'ithaka',
    'οδυσσεύς'.replace('ύ', 'υ'),
    'ὈΔΥΣ'.replace('Ὀ', 'ο'),
    'ｆＵＬＬ',
    'SAIL',
    'ς\nAND',
  ])('search finds %j whatever its case', (query) => expect(matcher(query)(note)).toBe(true));

  test.each(['Ithaka  nach', 'nach Ithaka ΟΔΥΣ', 'strabe'])('search does not find %j', (query) => {
    expect(matcher(query)(note)).toBe(false);
  });

  test.each([
    ['é', 'e\u0301'],
    ['CAFE\u0301', 'café'],
    ['ǰ', 'J\u030c'],
    ['ΐ', 'Ι\u0308\u0301'],
    ['ᾴ', 'α\u0345\u0301'],
    ['ᾴ', 'ΆΙ'],
    ['가', '\u1100\u1161'],
    ['が', 'か\u3099'],
    ['Å', 'Å'],
  ])('search takes %j and %j for the same word', (a, b) => {
    expect(matcher(a)({ title: null, text: `x ${b} y` })).toBe(true);
    expect(matcher(b)({ title: null, text: `x ${a} y` })).toBe(true);
  });

  test.each([
    ['e', 'é'],
    ['e', 'e\u0301'],
    ['か', 'が'],
  ])('a search for %j does not find the letter %j', (a, b) => {
    expect(matcher(a)({ title: null, text: b })).toBe(false);
  });

  test('a search for "null" does not match a missing field', () => {
    expect(matcher('null')({ title: null, text: 'null' })).toBe(true);
    expect(matcher('null')({ title: null, text: '' })).toBe(false);
  });

  test('a query of white space matches every note', () => {
    expect(isBlank(' \t\n\u3000')).toBe(true);
    expect(matcher('  ')({ title: null, text: null })).toBe(true);
  });

  test('white space around a query counts', () => {
    expect(matcher('a ')({ title: 'a b', text: '' })).toBe(true);
    expect(matcher('a ')({ title: 'ab', text: '' })).toBe(false);
  });
});

describe('folding', () => {
  /** The definition step by step on decomposed text: slower than `fold`, but hard to get wrong. */
  function canonicalCaselessForm(text: string): string {
    const cased = Array.from(text.normalize('NFD'), (character) =>
      character.toUpperCase().toLowerCase().replaceAll('ς', 'σ').replaceAll('ß', 'ss'),
    );
    return cased.join('').normalize('NFC');
  }

  test('folding is Unicode’s canonical caseless match for each character', () => {
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
      const character = String.fromCodePoint(codePoint);
      const folded = fold(character);
      const forms = [character.toLowerCase(), character.toUpperCase(), character.normalize('NFD'), folded];
      // Most characters have only one form.
      if (forms.every((form) => form === character)) continue;
      const isRight =
        folded === canonicalCaselessForm(character) && forms.every((form) => fold(form) === folded);
      if (!isRight) expect.fail(`U+${codePoint.toString(16)} folds to ${JSON.stringify(folded)}`);
    }
  });

  test('folding is Unicode’s canonical caseless match for any text, however it is composed', () => {
    fc.assert(
      fc.property(composing, (text) => {
        const folded = fold(text);
        expect(folded).toBe(canonicalCaselessForm(text));
        expect(fold(text.normalize('NFD'))).toBe(folded);
        expect(fold(text.normalize('NFC'))).toBe(folded);
        expect(fold(folded)).toBe(folded);
        expect(folded.normalize('NFC')).toBe(folded);
      }),
      { numRuns: 5_000 },
    );
  });

  test('folding goes line by line: a line feed composes with nothing and comes from nothing else', () => {
    fc.assert(
      fc.property(composing, composing, (a, b) => {
        expect(fold(`${a}\n${b}`)).toBe(`${fold(a)}\n${fold(b)}`);
        expect(fold(a).split('\n')).toHaveLength(a.split('\n').length);
      }),
      { numRuns: 2_000 },
    );
  });
});
