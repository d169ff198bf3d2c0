/**
 * Near matches of a query, for when the search itself (`search.ts`) finds little: the same letters with other
 * accents, or all words of the query in any order. They are shown apart from the hits.
 */
import { firstHit, hitRanges, mergeRanges, type Range } from '../text/hit-ranges.ts';
import type { NoteFields, NoteId } from './note.ts';
import { fold } from '../text/search.ts';

/** How a note matches: it has the whole query with other accents, or each of its words somewhere. */
export type NearKind = 'accents' | 'words';

/** A note that nearly matches, as it is shown. */
export interface NearNote {
  readonly id: NoteId;
  readonly kind: NearKind;
  /** The title's beginning, as in `NoteRow`. */
  readonly title: string;
  /**
   * The beginning of the text, or the part around the first match with the whole match in it; at most
   * `NEAR_LENGTH` UTF-16 units.
   */
  readonly excerpt: string;
}

/** More characters than the two lines that are shown can hold. */
export const NEAR_LENGTH = 240;

/** In UTF-16 units: a longer query was pasted, and has no near matches. */
const MOST_UNITS = 200;

/**
 * Marks that stand for accents: the blocks of combining diacritical marks, vowels of Hebrew and Arabic, the
 * marks of Japanese kana, and the selectors of emoji forms. Marks of other scripts are left in, because they
 * change how a word is read. Written as ranges, because a class of Unicode properties compiles slowly.
 */
const ACCENT = [
  String.raw`[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`,
  String.raw`\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u3099\u309a\ufe00-\ufe0f]`,
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

function loosenFolded(folded: string): string {
  return folded
    .normalize('NFD')
    .replaceAll(ACCENTS, '')
    .replaceAll(DIVIDED, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(JAMO, (parts) => parts.normalize('NFC'));
}

/** Whether a note can match the query nearly. */
export function canBeNear(query: string): boolean {
  return query.length <= MOST_UNITS && wordsOf(query).length > 0;
}

type Searched = Pick<NoteFields, 'title' | 'text'>;

/**
 * Makes the function that says how a note nearly matches: null if it does not, or if the search itself finds
 * it.
 * @param query one for which `canBeNear` is true
 */
export function nearMatcher(query: string): (fields: Searched) => NearKind | null {
  const words = wordsOf(query);
  const folded = fold(query);
  const loose = loosenFolded(folded);
  const spellings = words.map(spellingsOf);
  return ({ title, text }) => {
    const fields = [title, text].filter((field) => field !== null);
    // Folding a text takes several times as long, and loosening what is folded twice as long again.
    if (!spellings.every((spelling) => fields.some((field) => spelling.test(field)))) return null;
    const foldedFields = fields.map(fold);
    if (foldedFields.some((field) => field.includes(folded))) return null;
    const loosened = foldedFields.map(loosenFolded);
    if (loosened.some((field) => field.includes(loose))) return 'accents';
    return words.every((word) => loosened.some((field) => field.includes(word))) ? 'words' : null;
  };
}

/** The ranges to mark in a field of a note that nearly matches; see `hitRanges`. */
export function nearRanges(text: string, query: string, kind: NearKind): Range[] {
  if (kind === 'accents') return hitRanges(text, query, loosen);
  return mergeRanges(wordsOf(query).flatMap((word) => hitRanges(text, word, loosen)));
}

/** The first range to mark; null if the field has none. */
export function firstNear(text: string, query: string, kind: NearKind): Range | null {
  const hits = (kind === 'accents' ? [query] : wordsOf(query)).map((words) => firstHit(text, words, loosen));
  const [first = null] = hits.filter((hit) => hit !== null).toSorted((one, other) => one.start - other.start);
  return first;
}

function wordsOf(query: string): readonly string[] {
  return [...new Set(loosen(query).split(/\s+/u))].filter((word) => word !== '');
}

interface Spellings {
  /** For each character of a loosened text, the characters that become it, alone or with others. */
  readonly of: ReadonlyMap<string, readonly string[]>;
  /** Pairs of neighbours that come from one character. */
  readonly pairs: ReadonlySet<string>;
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
/** All Chinese characters that those above U+FFFF become are after this. */
const CHINESE = 0x3400;

let table: Spellings | null = null;

/** Takes some milliseconds, so it is called only once. */
function spellingTable(): Spellings {
  const characters = CHANGED.flatMap(([first, last]) =>
    Array.from({ length: last + 1 - first }, (_, index) => String.fromCodePoint(first + index)),
  );
  const of = new Map<string, string[]>();
  const pairs = new Set<string>();
  // All in one text, because a call for each character takes a hundred times as long.
  for (const [index, loose] of loosen(characters.join('\n')).split('\n').entries()) {
    const character = characters[index] ?? '';
    if (loose === character) continue;
    const becomes = Array.from(loose);
    for (const [at, one] of becomes.entries()) {
      of.set(one, [...(of.get(one) ?? []), character]);
      if (at > 0) pairs.add(`${becomes[at - 1] ?? ''}${one}`);
    }
  }
  return { of, pairs };
}

/**
 * A pattern that matches every text whose loosened form contains the word, and few others.
 * @param word loosened, without white space
 */
export function spellingsOf(word: string): RegExp {
  table ??= spellingTable();
  const { of, pairs } = table;
  let before = '';
  const source = Array.from(word, (character) => {
    const one = `${patternOf(character, of.get(character) ?? [])}${ACCENT}*`;
    const isShared = pairs.has(`${before}${character}`) || (isAstral(before) && isAstral(character));
    before = character;
    return isShared ? `(?:${one})?` : one;
  });
  return new RegExp(source.join(''), 'u');
}

function patternOf(character: string, spellings: readonly string[]): string {
  const codePoint = character.codePointAt(0) ?? 0;
  const more = isAstral(character) ? ASTRAL : codePoint >= CHINESE ? CHINESE_TWINS : '';
  const one = `[${[character, ...spellings].map(escape).join('')}${more}]`;
  // A Korean syllable may also be written in parts.
  const isSyllable = codePoint >= 0xac_00 && codePoint <= 0xd7_a3;
  return isSyllable ? String.raw`(?:${one}|[\uac00-\ud7a3]?[\u1100-\u11ff]+)` : one;
}

function isAstral(character: string): boolean {
  return (character.codePointAt(0) ?? 0) > 0xff_ff;
}

function escape(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
