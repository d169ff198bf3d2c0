/**
 * Finds words with one slip of a letter against a typed word: a letter that is missing, extra or wrong, or two
 * neighbours in each other's place. The word may continue after that ("boler" finds "boilers"). Short words,
 * words with digits, and those of Chinese, Japanese and Korean have no slips, because other words are near.
 */
import { loosen, spellingSource } from './loosen.ts';
import type { Range } from './hit-ranges.ts';

const LEAST_LETTERS = 5;
/** In UTF-16 units. The pattern grows with the square of the length. */
const LONGEST = 32;

const WORD = String.raw`[[\p{L}\p{M}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u{10000}-\u{10ffff}]]+`;
const WORDS = new RegExp(WORD, 'gv');
const ONE_WORD = new RegExp(`^${WORD}$`, 'v');

/** @param word loosened */
export function canSlip(word: string): boolean {
  return (
    word.length <= LONGEST && ONE_WORD.test(word) && (word.match(/\p{L}/gu) ?? []).length >= LEAST_LETTERS
  );
}

/**
 * Makes the function that finds the words of a text, whatever their accents.
 * @param word loosened; one for which `canSlip` is true
 */
export function slipFinder(word: string): (text: string) => Generator<Range> {
  const patterns = slipPatterns(word);
  return function* slips(text) {
    if (!patterns.some((pattern) => pattern.test(text))) return;
    for (const { 0: found, index } of text.matchAll(WORDS))
      if (isSlip(loosen(found), word)) yield { start: index, end: index + found.length };
  };
}

/** @param found loosened */
function isSlip(found: string, word: string): boolean {
  let at = 0;
  while (at < word.length && found[at] === word[at]) at += 1;
  const rest = word.slice(at);
  const [first = '', second = ''] = rest;
  if (rest === '') return false;
  const isMissing = found.startsWith(rest, at + 1);
  // After a slip of the last letter the word has to end, because many others begin like it: "application" is
  // not meant by "apple".
  if (second === '') return isMissing || found.length <= word.length;
  const next = rest.slice(1);
  const isWrong = found.startsWith(next, at + 1);
  const isExtra = found.startsWith(next, at);
  return isMissing || isWrong || isExtra || found.startsWith(`${second}${first}${rest.slice(2)}`, at);
}

/**
 * Patterns of which one matches every text with such a word: a slip leaves one half of the word whole, or
 * swaps the two letters between the halves. A half that is whole comes first, because it is found quickly.
 */
function slipPatterns(word: string): readonly RegExp[] {
  const letters = Array.from(word);
  const half = Math.floor(letters.length / 2);
  const [first, second] = [letters.slice(0, half), letters.slice(half)];
  const swapped = spellingSource(swap(letters, half - 1), '');
  const behind = `${spellingSource(first, '')}${anyOf(second, first.at(-1) ?? '')}`;
  const whole = spellingSource(second, null);
  return [new RegExp(`${behind}|${swapped}`), new RegExp(`${whole}(?<=${anyOf(first, '')}${whole})`)];
}

/** The source of a pattern for the letters with a slip. */
function anyOf(letters: readonly string[], before: string): string {
  const slips = letters.flatMap((letter, at) => {
    const [above, below] = [letters.slice(0, at), letters.slice(at + 1)];
    return [
      [...above, null, ...below],
      [...above, null, letter, ...below],
      ...(below.length > 0 ? [swap(letters, at)] : []),
    ];
  });
  return `(?:${slips.map((characters) => spellingSource(characters, before)).join('|')})`;
}

/** The letter at `at` and the next one in each other's place. */
function swap(letters: readonly string[], at: number): readonly string[] {
  const [one = '', other = ''] = letters.slice(at);
  return letters.toSpliced(at, 2, other, one);
}
