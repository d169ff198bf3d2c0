/**
 * The definition of search (spec §5): a case-insensitive substring match of the query against title or text,
 * each by itself. An index may only be faster than this, never different.
 */

/**
 * U+0345, alone or within a letter. Upper-casing turns this mark into a letter, after which the marks before
 * and after it can no longer change places.
 */
const IOTA_BELOW = /[\u0345\u1f80-\u1fff]/;

const OTHERS = /[^\0-\x7f]/;

/**
 * Folds case for all of Unicode and composes letters with their marks: the canonical caseless match of the
 * Unicode Standard (section 3.13, D145) with its full case folding (C and F of CaseFolding.txt), composed in
 * the end (NFC), so that a letter without its marks is a different letter. It promises:
 * - texts that are canonically equivalent, or differ in case only, fold to the same;
 * - folding a folded text does not change it;
 * - `fold(a + '\n' + b)` is `fold(a) + '\n' + fold(b)`: nothing composes with a line feed, and nothing else
 *   becomes one.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const ordered = IOTA_BELOW.test(text) ? text.normalize('NFD') : text;
  // The dotless i has the same upper case as `i`, which is a different letter. Only Turkic languages fold the
  // two to one (T).
  return ordered.split('ı').map(foldCase).join('ı').normalize('NFC');
}

/** Such a text has no other forms, and is folded in a fraction of the time. */
export function isAscii(text: string): boolean {
  return !OTHERS.test(text);
}

/**
 * Upper case comes first, so that `ß` meets `SS` and `ſ` meets `s`; `ẞ` has no other upper case and becomes
 * `ß` only after that; and the two sigmas, between which lower-casing chooses by position, become one.
 */
function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ').replaceAll('ß', 'ss');
}

/** Whether the query is empty or only white space, which never leads to "no results" (spec §5). */
export function isBlank(query: string): boolean {
  return query.trim() === '';
}

interface Searched {
  readonly title: string | null;
  readonly text: string | null;
}

/**
 * Makes the function that says whether a note matches the query, which is folded once. A missing field does
 * not match (spec §5). The query is used as typed: its white space counts.
 */
export function matcher(query: string): (fields: Searched) => boolean {
  if (isBlank(query)) return () => true;
  const wanted = fold(query);
  return ({ title, text }) => [title, text].some((field) => field !== null && fold(field).includes(wanted));
}
