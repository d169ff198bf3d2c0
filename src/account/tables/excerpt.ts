/**
 * The part of a text that a card shows: its beginning or, under a query, the part around the first hit
 * if the card would not show that hit otherwise. If the text has a hit, so does the excerpt, except on
 * pages with very long texts.
 */
import { endOfLines } from '#shared/text/card-lines.ts';
import { cutBefore, firstHit, type Range } from '#shared/text/hit-ranges.ts';
import { graphemeEnd, graphemeStart } from '#shared/text/graphemes.ts';
import { boxAt } from '#shared/text/list-lines.ts';
import { fold } from '#shared/text/search.ts';
import { EXCERPT_LENGTH, TITLE_LENGTH } from '#shared/note/view.ts';

export interface Excerpt {
  readonly excerpt: string;
  /** Whether the text continues after the excerpt. */
  readonly clipped: boolean;
}

/** How much of a text the narrowest card shows above its fade. */
const SHOWN_LINES = 10;
const SHOWN_COLUMNS = 30;
/** How much of the text precedes the hit, in UTF-16 units: one or two lines. */
const CONTEXT = 60;
/** In UTF-16 units. Reading and folding this many takes 3 ms, or 10 ms if the letters are not ASCII. */
const MOST_READ = 500_000;

/** In UTF-16 units. */
const LONGEST_SPELLED = 100;

/** The text's beginning as a card shows it; never cut within a character. */
export function excerptOf(text: string): string {
  return cut(text, 0, EXCERPT_LENGTH);
}

export function beginningOf(text: string): Excerpt {
  return { excerpt: excerptOf(text), clipped: text.length > EXCERPT_LENGTH };
}

/** The title's beginning as a row of a list has it; never cut within a character. */
export function rowTitle(title: string | null): string {
  return cut(title ?? '', 0, TITLE_LENGTH);
}

/**
 * Makes the excerpt of a text.
 * @param beginning at least `EXCERPT_LENGTH` + 1 UTF-16 units of the text, if it has that many
 */
type ExcerptAtHit = (beginning: string, readWhole: () => string) => Excerpt;

/**
 * Makes the excerpts for the rows of one page.
 * @param mostRead once this many UTF-16 units of long texts were searched, further long
 *   texts show their beginning
 */
export function excerptsAtHits(query: string, mostRead = MOST_READ): ExcerptAtHit {
  const foldedQuery = fold(query);
  const spelling = spellingOf(foldedQuery);
  let remainingUnits = mostRead;

  function hasHit(part: string): boolean {
    if (firstSpelling(part, spelling, foldedQuery) !== null) return true;
    // A part of a character is no hit.
    return fold(part).includes(foldedQuery) && firstHit(part, query) !== null;
  }

  return (beginning, readWhole) => {
    const isWhole = beginning.length <= EXCERPT_LENGTH;
    const shown = shownLength(beginning);
    const isHitShown = shown === beginning.length || hasHit(beginning.slice(0, shown));
    if (isHitShown || (!isWhole && remainingUnits <= 0))
      return { excerpt: excerptOf(beginning), clipped: !isWhole };
    const text = isWhole ? beginning : readWhole();
    if (!isWhole) remainingUnits -= text.length;
    return excerptAt(text, firstSpelling(text, spelling, foldedQuery) ?? firstHit(text, query));
  };
}

/** The part around a range, if the card would not show it otherwise; without a range, the text's beginning. */
export function excerptAt(text: string, range: Range | null): Excerpt {
  const { start, end } = range ?? { start: 0, end: 0 };
  return partFrom(text, start < shownLength(text) ? 0 : contextStart(text, start), end);
}

/** How much of a text the narrowest card shows, in UTF-16 units. */
function shownLength(text: string): number {
  return cutBefore(text, endOfLines(text, SHOWN_LINES, SHOWN_COLUMNS));
}

/** @param end where the hit ends, perhaps beyond the length of an excerpt */
function partFrom(text: string, from: number, end: number): Excerpt {
  const mark = from === 0 ? '' : '…';
  const to = Math.max(from + EXCERPT_LENGTH - mark.length, graphemeEnd(text, end));
  return { excerpt: mark + cut(text, from, to), clipped: to < text.length };
}

/**
 * A pattern for nearly all spellings of a query: in other case, and with `ß`. It takes a twentieth of the
 * time of folding the text. Null for a long query: where a text nearly matches, each place takes a step
 * for each of its characters.
 */
function spellingOf(folded: string): RegExp | null {
  if (folded.length > LONGEST_SPELLED) return null;
  const source = Array.from(folded, literal)
    .join('')
    .replaceAll('ss', '(?:ss|ß|ẞ)')
    .replaceAll('i\u0307', '(?:i\u0307|İ)');
  return new RegExp(source, 'iu');
}

function literal(character: string): string {
  if (/[\p{L}\p{M}]/u.test(character)) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** The first place where the text has one of these spellings; null if there is none, or if it is no hit. */
function firstSpelling(text: string, spelling: RegExp | null, foldedQuery: string): Range | null {
  const match = spelling?.exec(text) ?? null;
  if (match === null) return null;
  const [words] = match;
  const [start, end] = [match.index, match.index + words.length];
  // It is no hit if a combining mark turns its first or last letter into another one.
  const isHit =
    fold(words) === foldedQuery && cutBefore(text, start) === start && cutBefore(text, end) === end;
  return isHit ? { start, end } : null;
}

function cut(text: string, start: number, end: number): string {
  return text.slice(start, graphemeStart(text, end));
}

/**
 * Starts at a line or a word, if one begins before the hit; before a box, includes the newline
 * that makes the line a box.
 */
function contextStart(text: string, hit: number): number {
  const from = Math.max(0, hit - CONTEXT);
  const before = text.slice(from, hit);
  const line = before.lastIndexOf('\n', before.lastIndexOf('\n') - 1);
  const space = before.search(/\s/u);
  const at = before.includes('\n') && line !== -1 ? line : space;
  const [white = ''] = /^\s*/u.exec(before.slice(Math.max(at, 0))) ?? [];
  const start = cutBefore(text, from + Math.max(at, 0) + white.length);
  const box = boxAt(text, start);
  return box === null || start > box.words ? start : Math.max(0, box.start - 1);
}
