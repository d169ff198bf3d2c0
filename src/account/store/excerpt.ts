/**
 * What a card shows of a text: its beginning, or under a query what stands around the first hit, where the card would not show
 * that otherwise. Wherever the text has a hit, the excerpt has one, but for pages of very long texts.
 */
import { endOfLines } from '#shared/card-lines.ts';
import { cutBefore, firstHit, type Range } from '#shared/hit-ranges.ts';
import { boxAt } from '#shared/list-lines.ts';
import { fold } from '#shared/search.ts';
import { EXCERPT_LENGTH, TITLE_LENGTH } from '#shared/view.ts';

export interface Excerpt {
  readonly excerpt: string;
  /** Whether the text goes on after the excerpt. */
  readonly clipped: boolean;
}

/** What the narrowest card shows of a text above its fade. */
const SHOWN_LINES = 10;
const SHOWN_COLUMNS = 30;
/** How much of the text stands before the hit, in UTF-16 units: one or two lines. */
const CONTEXT = 60;
/** Reading and folding so many UTF-16 units takes three milliseconds, or ten where their letters are not of ASCII. */
const MOST_READ = 500_000;

/** In UTF-16 units. */
const LONGEST_SPELLED = 100;

/** The text's beginning as a card shows it; never ends in half a character. */
export function excerptOf(text: string): string {
  return cut(text, 0, EXCERPT_LENGTH);
}

/** As much of a title as a row of a list has; never ends in half a character. */
export function rowTitle(title: string | null): string {
  return cut(title ?? '', 0, TITLE_LENGTH);
}

/** Gives the excerpt of a text of which the beginning was read: `EXCERPT_LENGTH` units and one more at least, where there are so many. */
type ExcerptAtHit = (begun: string, readWhole: () => string) => Excerpt;

/**
 * For the rows of one page.
 * @param mostRead of so many UTF-16 units of long texts at the most it looks for hits; further texts show their beginning
 */
export function excerptsAtHits(query: string, mostRead = MOST_READ): ExcerptAtHit {
  const wanted = fold(query);
  const spelling = spellingOf(wanted);
  let left = mostRead;

  function hasHit(part: string): boolean {
    return firstSpelled(part, spelling, wanted) !== null || fold(part).includes(wanted);
  }

  return (begun, readWhole) => {
    const isWhole = begun.length <= EXCERPT_LENGTH;
    const shown = cutBefore(begun, endOfLines(begun, SHOWN_LINES, SHOWN_COLUMNS));
    const isShown = shown === begun.length || hasHit(begun.slice(0, shown));
    if (isShown || (!isWhole && left <= 0)) return { excerpt: excerptOf(begun), clipped: !isWhole };
    const text = isWhole ? begun : readWhole();
    if (!isWhole) left -= text.length;
    const { start, end } = firstSpelled(text, spelling, wanted) ??
      firstHit(text, query) ?? { start: 0, end: 0 };
    const from = start < shown ? 0 : contextStart(text, start);
    const mark = from === 0 ? '' : '…';
    // A hit may be longer than all excerpts.
    const to = Math.max(from + EXCERPT_LENGTH - mark.length, end);
    return { excerpt: mark + cut(text, from, to), clipped: to < text.length };
  };
}

/**
 * Finds nearly all spellings of a query, for a twentieth of the time that folding the text takes: those of other case, of `i` without its dot,
 * and of `ß`. Null for a long query: in a text that nearly has it at every place, looking for it takes a step for each character of it.
 */
function spellingOf(folded: string): RegExp | null {
  if (folded.length > LONGEST_SPELLED) return null;
  const source = Array.from(folded, literal)
    .join('')
    .replaceAll('ss', '(?:ss|ß|ẞ)')
    .replaceAll('i\u0307', '(?:i\u0307|İ)')
    .replaceAll('i', '[iı]');
  return new RegExp(source, 'iu');
}

function literal(character: string): string {
  if (/[\p{L}\p{M}]/u.test(character)) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Where the text has one of these for the first time, if that is a hit. */
function firstSpelled(text: string, spelling: RegExp | null, wanted: string): Range | null {
  const match = spelling?.exec(text) ?? null;
  if (match === null) return null;
  const [words] = match;
  const [start, end] = [match.index, match.index + words.length];
  // Else a mark makes its first or last letter another one.
  const isHit = fold(words) === wanted && cutBefore(text, start) === start && cutBefore(text, end) === end;
  return isHit ? { start, end } : null;
}

function cut(text: string, start: number, end: number): string {
  const part = text.slice(start, end);
  return end < text.length ? part.replace(/[\uD800-\uDBFF]$/, '') : part;
}

/** Begins a line or a word, where there are any; before the line of a box, with the newline that makes it one. */
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
