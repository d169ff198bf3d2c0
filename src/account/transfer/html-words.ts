/** Extracts the words of a piece of HTML, for notes whose plain text lacks some of them. It is never shown as HTML. */

import { decodeHTMLStrict } from 'entities/decode';

/** Plain text, with a line for each block and each line break. */
export function wordsOfHtml(html: string): string {
  const text = html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<br\b[^<>]*>|<\/(?:p|div|li|ul|ol|tr|h[1-6])\s*>/gi, '\n')
    // A `<` ends the tag as well, so that a text of nothing but `<` is scanned only once.
    .replaceAll(/<[a-z!/][^<>]*>/gi, '');
  const lines = decodeHTMLStrict(text).replaceAll('\u00A0', ' ').split('\n');
  return lines
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

/** The text, with what only the HTML has: below the text, or in its place if the HTML has all words of the text. */
export function withWordsOfHtml(text: string, html: string): string {
  const other = wordsOfHtml(html);
  if (other === text) return text;
  const [has, hasThere] = [countWords(text), countWords(other)];
  if (surplusWords(hasThere, has).length === 0) return text;
  return surplusWords(has, hasThere).length === 0 ? other : `${text}\n\n${other}`;
}

/** How often each word occurs. */
function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.normalize('NFC').split(/\s+/))
    if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Words that occur in `here` more often than in `there`. */
function surplusWords(here: ReadonlyMap<string, number>, there: ReadonlyMap<string, number>): string[] {
  return [...here].filter(([word, count]) => count > (there.get(word) ?? 0)).map(([word]) => word);
}
