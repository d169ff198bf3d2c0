/**
 * Removes the accents of a text, and makes patterns that find a word under any accents without loosening every
 * text that is searched.
 */
import { fold, isAscii } from './search.ts';

/**
 * Marks that stand for accents: the blocks of combining diacritical marks, vowels of Hebrew and Arabic, the
 * marks of Japanese kana, and the selectors of emoji forms. Marks of other scripts are left in, because they
 * change how a word is read. Written as ranges, because a class of Unicode properties compiles slowly.
 */
const ACCENT = [
  '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f',
  '\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u3099\u309a\ufe00-\ufe0f]',
].join('');
const ACCENTS = new RegExp(ACCENT, 'gu');
/**
 * Letters that no normalization decomposes, with the letters that the Unicode Collation Algorithm sorts them
 * as (its first level); the dotless i, which many keyboards lack; and the apostrophes of other keyboards and
 * word processors.
 */
const LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ĳ: 'ij',
  ł: 'l',
  œ: 'oe',
  '’': "'",
  ʼ: "'",
};
const DIVIDED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
/**
 * Parts of Korean syllables. Syllables stay whole, because one with the same beginning is a different word.
 */
const JAMO = /[\u1100-\u11ff]+/gu;

/**
 * Folds like `fold`, and removes accents. Loosening a loosened text does not change it, and lines stay lines.
 */
export function loosen(text: string): string {
  return loosenFolded(fold(text));
}

/** @param folded by `fold` */
export function loosenFolded(folded: string): string {
  if (isAscii(folded)) return folded;
  return folded
    .normalize('NFD')
    .replaceAll(ACCENTS, '')
    .replaceAll(DIVIDED, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(JAMO, (parts) => parts.normalize('NFC'));
}

interface Spellings {
  /** For each character of a loosened text, the characters that become it, alone or with others. */
  readonly of: ReadonlyMap<string, readonly string[]>;
  /** Pairs of neighbours that come from one character. */
  readonly pairs: ReadonlySet<string>;
  /** The characters that come second in such a pair. */
  readonly seconds: ReadonlySet<string>;
}

/** The ranges with characters that loosening changes, up to U+FFFF. */
const CHANGED: readonly (readonly [number, number])[] = [
  [0x41, 0x33ff],
  [0xa640, 0xabff],
  [0xf900, 0xffff],
];
/** The characters above U+FFFF that become others: Chinese ones up to U+FFFF, and any of them one above. */
const CHINESE_TWINS = String.raw`\u{2f800}-\u{2fa1f}`;
const ASTRAL = String.raw`\u{10000}-\u{10ffff}`;
const CHINESE = /\p{sc=Han}/u;

let table: Spellings | null = null;

/** Takes some milliseconds, so it is called only once. */
function spellingTable(): Spellings {
  const characters = CHANGED.flatMap(([first, last]) =>
    Array.from({ length: last + 1 - first }, (_, index) => String.fromCodePoint(first + index)),
  );
  const of = new Map<string, string[]>();
  const pairs = new Set<string>();
  const seconds = new Set<string>();
  // All in one text, because a call for each character takes a hundred times as long.
  for (const [index, loose] of loosen(characters.join('\n')).split('\n').entries()) {
    const character = characters[index] ?? '';
    if (loose === character) continue;
    const becomes = Array.from(loose);
    for (const [at, one] of becomes.entries()) {
      of.set(one, [...(of.get(one) ?? []), character]);
      if (at === 0) continue;
      pairs.add(`${becomes[at - 1] ?? ''}${one}`);
      seconds.add(one);
    }
  }
  return { of, pairs, seconds };
}

/**
 * A pattern that matches every text whose loosened form contains the word, and few others.
 * @param word loosened, without white space
 */
export function spellingsOf(word: string): RegExp {
  return new RegExp(spellingSource(Array.from(word), ''), 'u');
}

/** Any character but those of ASCII that are no letters. */
const LETTER = String.raw`[^\0-@\[-\x60{-\x7f]`;

/**
 * The source of such a pattern.
 * @param characters of a loosened word; null stands for any letter, or none
 * @param before the character before them in the pattern; null if it may be any
 */
export function spellingSource(characters: readonly (string | null)[], before: string | null): string {
  table ??= spellingTable();
  const { of, pairs, seconds } = table;
  let previous = before;
  return characters
    .map((character) => {
      const one = `${character === null ? LETTER : patternOf(character, of.get(character) ?? [])}${ACCENT}*`;
      const isShared =
        character === null ||
        (previous === null
          ? seconds.has(character) || isAstral(character)
          : pairs.has(`${previous}${character}`) || (isAstral(previous) && isAstral(character)));
      previous = character;
      return isShared ? `(?:${one})?` : one;
    })
    .join('');
}

function patternOf(character: string, spellings: readonly string[]): string {
  const codePoint = character.codePointAt(0) ?? 0;
  const more = isAstral(character) ? ASTRAL : CHINESE.test(character) ? CHINESE_TWINS : '';
  const one = `[${[character, ...spellings].map(escape).join('')}${more}]`;
  // A Korean syllable may also be written in parts.
  const isSyllable = codePoint >= 0xac_00 && codePoint <= 0xd7_a3;
  return isSyllable ? String.raw`(?:${one}|[\uac00-\ud7a3]?[\u1100-\u11ff]+)` : one;
}

function isAstral(character: string): boolean {
  return (character.codePointAt(0) ?? 0) > 0xff_ff;
}

/** Letters as they are, because V8 does not optimize a pattern whose source has more than 20,000 units. */
function escape(character: string): string {
  if (/^(?:[a-z]|[^\0-\x7f\ud800-\udfff])$/u.test(character)) return character;
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
