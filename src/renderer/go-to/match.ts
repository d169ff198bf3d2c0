/** How well typed letters match a name. Pure. */
import { fold } from '#shared/text/search.ts';

/** The lower the better. Notes that have the typed words anywhere stand between words and mere letters. */
export const RANK = { name: 0, words: 1, synonyms: 2, notes: 3, initials: 4, letters: 5 } as const;

/**
 * Ranks a name: the typed text begins it; each typed word begins a word of it, or of its synonyms; the letters
 * are its initials; or its letters have the typed ones in their order, the closer together the better.
 * @returns null if it does not match
 */
export function rankOf(typed: string, name: string, synonyms = ''): number | null {
  const wanted = fold(typed).trim();
  const folded = fold(name);
  if (folded.startsWith(wanted)) return RANK.name;
  if (beginWords(wanted, folded)) return RANK.words;
  if (beginWords(wanted, `${folded} ${fold(synonyms)}`)) return RANK.synonyms;
  const letters = wordsOf(wanted).join('');
  const words = wordsOf(folded);
  if (letters === '') return null;
  if (
    words
      .map((word) => word.slice(0, 1))
      .join('')
      .startsWith(letters)
  )
    return RANK.initials;
  const span = shortestSpan(letters, words.join(' '));
  return span === null ? null : RANK.letters + 1 - letters.length / span;
}

/** Whether each typed word begins a word, in any order. */
function beginWords(typed: string, text: string): boolean {
  const words = wordsOf(text);
  const begun = wordsOf(typed);
  return begun.length > 0 && begun.every((beginning) => words.some((word) => word.startsWith(beginning)));
}

/** The length of the shortest part, from the beginning of a word, that has the letters in their order. */
function shortestSpan(letters: string, text: string): number | null {
  const spans: number[] = [];
  for (let start = 0; start < text.length; start += 1) {
    if (start > 0 && text[start - 1] !== ' ') continue;
    let at = start - 1;
    const isFound = Array.from(letters).every((letter, index) => {
      at = text.indexOf(letter, at + 1);
      return at !== -1 && (index > 0 || at === start);
    });
    if (isFound) spans.push(at + 1 - start);
  }
  return spans.length === 0 ? null : Math.min(...spans);
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
}
