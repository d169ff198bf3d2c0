import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { anyCodePoint } from '#tests/support/arbitraries.ts';
import { fold, isBlank, matcher } from '#shared/text/search.ts';

const note = { title: 'Straße nach Ithaka', text: 'ΟΔΥΣΣΕΥΣ\nand the Ｆｕｌｌ ſail' };

/** Marks and letters that compose, decompose, swap places or change their number with their case. */
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
  const fromHex = (hex: string): string => String.fromCodePoint(Number.parseInt(hex, 16));
  /** Unicode's own table, which `fold` does not use. It must have the version that Node.js has. */
  const table = new Map(
    readFileSync(path.join(import.meta.dirname, 'case-folding.txt'), 'utf8')
      .matchAll(/^([0-9A-F]+); [CF]; ([0-9A-F ]+);$/gmu)
      .map(([, from = '', to = '']) => [fromHex(from), to.split(' ').map(fromHex).join('')]),
  );

  /** The definition (D145) step by step. */
  function canonicalCaselessForm(text: string): string {
    return Array.from(text.normalize('NFD'), (letter) => table.get(letter) ?? letter)
      .join('')
      .normalize('NFC');
  }

  function differences(lines: string, expected: string): readonly string[] {
    const expectedLines = expected.split('\n');
    return lines.split('\n').filter((line, index) => line !== expectedLines[index]);
  }

  test('the same characters are equal as in Unicode’s table', () => {
    const characters = Array.from({ length: 0x11_00_00 }, (_, codePoint) => String.fromCodePoint(codePoint));
    // All characters in one text, because a call for each takes ten times as long.
    const lines = characters.filter((character) => character !== '\n').join('\n');
    const [folded, forms] = [fold(lines), canonicalCaselessForm(lines)];
    // Cherokee is folded to the other case of equal characters; equal forms are enough.
    expect(differences(fold(forms), folded)).toEqual([]);
    expect(differences(canonicalCaselessForm(folded), forms)).toEqual([]);
  });

  test('the same texts are equal as by Unicode’s table, however they are composed', () => {
    fc.assert(
      fc.property(composing, (text) => {
        const folded = fold(text);
        const form = canonicalCaselessForm(text);
        expect(fold(form)).toBe(folded);
        expect(canonicalCaselessForm(folded)).toBe(form);
        expect(fold(text.normalize('NFD'))).toBe(folded);
        expect(fold(text.normalize('NFC'))).toBe(folded);
        expect(fold(folded)).toBe(folded);
        expect(folded.normalize('NFC')).toBe(folded);
      }),
      { numRuns: 5_000 },
    );
  });

  test('the dotless i is a separate letter', () => {
    expect(fold('ISPARTA')).toBe('isparta');
    expect(fold('ıs\u0307I')).toBe('ıṡi');
    expect(matcher('isparta')({ title: 'ısparta', text: '' })).toBe(false);
    expect(matcher('ISPARTA')({ title: 'ısparta', text: '' })).toBe(false);
    expect(matcher('ısPARTA')({ title: 'ısparta', text: '' })).toBe(true);
  });

  test('folding goes line by line: a line feed neither composes with another character nor results from one', () => {
    fc.assert(
      fc.property(composing, composing, (a, b) => {
        expect(fold(`${a}\n${b}`)).toBe(`${fold(a)}\n${fold(b)}`);
        expect(fold(a).split('\n')).toHaveLength(a.split('\n').length);
      }),
      { numRuns: 2_000 },
    );
  });
});
