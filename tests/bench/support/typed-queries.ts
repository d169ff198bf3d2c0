/**
 * Queries as somebody types them, taken from the notes: frequent words, rare words, words that are in no
 * note, and pairs of words; each kind in ASCII, with accents, and in Chinese or Japanese characters.
 */
import { fold, isBlank } from '#shared/text/search.ts';
import type { RealisticNote } from '#tests/support/realistic-notes.ts';

const SCRIPTS = [/^[a-z]+$/, /^(?=.*[à-ž])[a-zà-ž]+$/, /[\u3040-\u30ff\u4e00-\u9fff]/];
const OF_EACH = 8;
const LONGEST = 12;
/** Enough notes to know which words are frequent. */
const SAMPLE = 20_000;

/** The texts of the search box after each keystroke, one list for each query, 1 to 12 characters long. */
export function typedQueries(notes: readonly RealisticNote[]): string[][] {
  const words = wordsByFrequency(notes.slice(0, SAMPLE));
  return SCRIPTS.flatMap((script) => queriesOf(words.filter(([word]) => script.test(word)))).map(typed);
}

function queriesOf(words: readonly (readonly [string, number])[]): string[] {
  const named = words.map(([word]) => word);
  const frequent = named.slice(0, OF_EACH);
  const rare = words.filter(([, notes]) => notes <= 2).map(([word]) => word);
  const absent = named
    .slice(100, 100 + OF_EACH)
    .map((word, index) => `${half(word)}${half(rare[index * 7] ?? '')}qx`);
  const pairs = frequent.map((word, index) => `${word} ${frequent[(index + 3) % OF_EACH] ?? ''}`);
  return [...frequent, ...rare.slice(0, OF_EACH), ...absent, ...pairs];
}

function half(word: string): string {
  return word.slice(0, Math.ceil(word.length / 2));
}

function typed(query: string): string[] {
  const text = query.slice(0, LONGEST);
  return Array.from(text, (_unit, index) => text.slice(0, index + 1)).filter((part) => !isBlank(part));
}

/** Words of at least three characters with the number of notes that have them, the most frequent first. */
function wordsByFrequency(notes: readonly RealisticNote[]): (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { title, text } of notes) {
    const words = new Set(fold(`${title} ${text}`).split(/[\s.,。、]+/));
    for (const word of words) if (word.length >= 3) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
