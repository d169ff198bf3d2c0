/**
 * What the index stores of a note's words, and how a query is looked up in it. The two must match, so that
 * the hits are exactly those of `#shared/text/search.ts`. The characters of both tables are code points.
 */
import { fold } from '#shared/text/search.ts';

/** Title and text of a note; null where it has none. */
export interface Words {
  readonly title: string | null;
  readonly text: string | null;
}

export interface IndexedWords {
  /**
   * For the table `long`: the folded fields, separated by a line feed, which no query to the index contains.
   */
  readonly body: string;
  /**
   * For the table `short`: a word for each gram, that is, each character and each pair of
   * neighbours within a line.
   */
  readonly grams: string;
}

export interface IndexQuery {
  readonly table: 'long' | 'short';
  /** The right side of MATCH (https://sqlite.org/fts5.html#full_text_query_syntax). */
  readonly match: string;
  /** Whether every hit matches the query; otherwise each note that is hit must be checked. */
  readonly isExact: boolean;
}

/** The tokenizers of FTS5 skip NUL, and read U+FFFE, U+FFFF and half a surrogate pair as U+FFFD. */
function isIndexable(text: string): boolean {
  return !/[\0\ufffe\uffff]/.test(text) && text.isWellFormed();
}

/** Null if the index cannot hold these words. */
export function indexedWords({ title, text }: Words): IndexedWords | null {
  const body = [title, text]
    .filter((field) => field !== null)
    .map(fold)
    .join('\n');
  return isIndexable(body) ? { body, grams: gramsOf(body) } : null;
}

/** The least number of characters of a query that the table of trigrams can answer. */
const LONG = 3;
/**
 * A phrase of 10,000 trigrams takes FTS5 two seconds, so only this many characters of a query are looked up.
 */
const LONGEST = 32;

/**
 * Null if the index cannot answer, because notes with these words may be missing from it.
 * @param folded not empty
 */
export function indexQuery(folded: string): IndexQuery | null {
  if (!isIndexable(folded) || folded.includes('\n')) return null;
  const characters = Array.from(folded);
  if (characters.length < LONG) {
    const gram = characters.reduce((before, character) => gramOf(character.codePointAt(0) ?? 0, before), 0);
    return { table: 'short', match: tokenOf(gram), isExact: true };
  }
  const phrase = characters.slice(0, LONGEST).join('');
  return { table: 'long', match: `"${phrase.replaceAll('"', '""')}"`, isExact: phrase === folded };
}

const CODE_POINTS = 0x11_00_00;
const LINE_FEED = 0x0a;

/**
 * A number for one character or for two neighbours. No character is NUL, so a pair never has the
 * number of a single character.
 */
function gramOf(codePoint: number, before = 0): number {
  return before * CODE_POINTS + codePoint;
}

function tokenOf(gram: number): string {
  return `g${gram.toString(36)}`;
}

function gramsOf(body: string): string {
  const grams = new Set<number>();
  let before = 0;
  for (let index = 0; index < body.length; index += 1) {
    const codePoint = body.codePointAt(index) ?? 0;
    if (codePoint > 0xff_ff) index += 1;
    if (codePoint === LINE_FEED) {
      before = 0;
      continue;
    }
    grams.add(codePoint);
    if (before !== 0) grams.add(gramOf(codePoint, before));
    before = codePoint;
  }
  let tokens = '';
  for (const gram of grams) tokens += ` ${tokenOf(gram)}`;
  return tokens;
}
