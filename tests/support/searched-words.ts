/**
 * Words for tests of search, whose characters compose, decompose and change case in every way of Unicode.
 */
import * as fc from '#tests/support/fast-check.ts';
import { anyCodePoint } from './arbitraries.ts';

/** Pieces that often stand next to one another, and special ones. */
const FREQUENT = ['a', 'b', 'ab', 'ba', ' ', 'A', 'B'];
const PECULIAR = [
  'ß ẞ SS ſ σ ς Σ é e\u0301 \u0301 \u0323 İ ı ŉ ǰ j\u030c ﬃ ΐ ι\u0308\u0301 \u0345 ᾳ α\u0345\u0301 K',
  '😀 \ud83d \ude00 👩🏽‍🚀 日本 本 かな か\u3099 각 \u1100\u1161\u11a8 % _ " * \' \\ \0 \n \r \ufffd \ufffe \uffff',
].flatMap((line) => line.split(' '));
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...FREQUENT) },
  { weight: 4, arbitrary: fc.constantFrom(...PECULIAR) },
  { weight: 1, arbitrary: anyCodePoint },
);

export const searchedWords = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
