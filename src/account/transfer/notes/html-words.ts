/**
 * Extracts the words of a piece of HTML, for notes whose plain text lacks some of them. It is never shown as
 * HTML.
 */

import { decodeHTMLStrict } from 'entities/decode';
import { trim, withSingleSpaces } from './white-space.ts';
import { countWords, hasWords } from './word-counts.ts';

/** Plain text, with a line for each block and each line break. */
export function wordsOfHtml(html: string): string {
  const text = withSingleSpaces(html)
    .replaceAll(/<br\b[^<>]*>|<\/(?:p|div|li|ul|ol|tr|h[1-6])\s*>/gi, '\n')
    // A `<` ends the tag as well, so that a text of nothing but `<` is scanned only once.
    .replaceAll(/<[a-z!/][^<>]*>/gi, '');
  const lines = decodeHTMLStrict(text).replaceAll('\u00A0', ' ').split('\n');
  const words = lines.map((line) => trim(line)).join('\n');
  return trim(words);
}

/**
 * The text, with what only the HTML has: below the text, or in its place if the HTML has all words of the
 * text.
 */
export function withWordsOfHtml(text: string, html: string): string {
  const htmlText = wordsOfHtml(unescaped(html));
  if (htmlText === text) return text;
  const [textCounts, htmlCounts] = [countWords(text), countWords(htmlText)];
  if (hasWords(textCounts, htmlCounts)) return text;
  return hasWords(htmlCounts, textCounts) ? htmlText : `${text}\n\n${htmlText}`;
}

/** Some exports have the HTML escaped once more than it should be: `<\/p>`, `dir=\"ltr\"`, `&lt;p&gt;`. */
function unescaped(html: string): string {
  if (/<\\\/|=\\["']/.test(html)) return html.replaceAll(/\\(["'/])/g, '$1').replaceAll(/\\[nrt]/g, ' ');
  return !/<[a-z]/i.test(html) && /&lt;[a-z]/i.test(html) ? decodeHTMLStrict(html) : html;
}
