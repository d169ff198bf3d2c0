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

const LETTER = String.raw`[[\p{L}\p{M}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u{10000}-\u{10ffff}]]`;
const ONE_WORD = new RegExp(`^${LETTER}+$`, 'v');
const WORD_AT = new RegExp(`(?<=(${LETTER}*))${LETTER}*`, 'vy');
/** The end of the word, or one more letter; or others than those of ASCII, which may be parts of letters. */
const NEAR_END = '(?![a-zA-Z]{2})';

/** @param word loosened */
export function canSlip(word: string): boolean {
  return (
    word.length <= LONGEST && ONE_WORD.test(word) && (word.match(/\p{L}/gu) ?? []).length >= LEAST_LETTERS
  );
}

export interface SlipFinder {
  /** Matches every text with the word or with a slip of it, and few others. */
  readonly pattern: RegExp;
  /** The words of a text that have a slip, whatever their accents. */
  readonly slipsIn: (text: string) => Generator<Range>;
}

/** @param word loosened; one for which `canSlip` is true */
export function slipFinder(word: string): SlipFinder {
  const source = patternOf(word);
  const places = new RegExp(source, 'g');
  return {
    pattern: new RegExp(source),
    *slipsIn(text) {
      let from = 0;
      for (;;) {
        places.lastIndex = from;
        const place = places.exec(text);
        if (place === null) return;
        const range = wordAt(text, place.index);
        if (isSlip(loosen(text.slice(range.start, range.end)), word)) yield range;
        from = Math.max(range.end, place.index + 1);
      }
    },
  };
}

/** The word around the index, or beside it; empty if there is none. */
function wordAt(text: string, index: number): Range {
  WORD_AT.lastIndex = index;
  const around = WORD_AT.exec(text);
  // One less than the given index in the middle of a pair of surrogates.
  const at = around?.index ?? index;
  const [behind = '', before = ''] = around ?? [];
  return { start: at - before.length, end: at + behind.length };
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
 * A pattern that matches every text with the word or with a slip of it, and few others. A slip leaves one half
 * of the word whole, or swaps the two letters between the halves. A half that is whole comes first, because
 * it is found quickly.
 */
function patternOf(word: string): string {
  const letters = Array.from(word);
  const half = Math.floor(letters.length / 2);
  const [first, second] = [letters.slice(0, half), letters.slice(half)];
  const [above, last = ''] = [first.slice(0, -1), first.at(-1)];
  const between = spellingSource(swap(letters, half - 1).slice(half - 1), above.at(-1) ?? '');
  const behind = `${spellingSource([last], above.at(-1) ?? '')}${anyOf(second, last, true)}`;
  const whole = spellingSource(second, null);
  return `${spellingSource(above, '')}(?:${behind}|${between})|${whole}(?<=${anyOf(first, '', false)}${whole})`;
}

/**
 * The source of a pattern for the letters with at most one slip.
 * @param before the letter before them
 * @param isEnd whether the word ends with them
 */
function anyOf(letters: readonly string[], before: string, isEnd: boolean): string {
  const [letter = '', ...others] = letters;
  const extra = spellingSource([null], before);
  const right = spellingSource([letter], before);
  if (others.length === 0) return isEnd ? `(?:${extra}${right}|${NEAR_END})` : `${extra}(?:${right})?`;
  const below = spellingSource(others, null);
  const swapped = spellingSource(swap(letters, 0), before);
  return `(?:${right}${anyOf(others, letter, isEnd)}|${extra}(?:${right})?${below}|${swapped})`;
}

/** The letter at `at` and the next one in each other's place. */
function swap(letters: readonly string[], at: number): readonly string[] {
  const [one = '', other = ''] = letters.slice(at);
  return letters.toSpliced(at, 2, other, one);
}
