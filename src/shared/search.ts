/**
 * The plain definition of search (spec §5): a case-insensitive substring match of the query against title or
 * text, each by itself. Any index may only be faster than this, never different.
 */
import type { NoteFields } from './note.ts';

/**
 * Folds case for all of Unicode, one context-free step for every character: upper case first, so that `ß` meets
 * `SS` and `ſ` meets `s`; then lower case; then one sigma, because lower-casing picks its form by position.
 * Folding a joined string therefore equals joining the folded parts, which a substring search relies on.
 */
export function fold(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** Whether the query asks for anything: one of white space only never leads to "no results" (spec §5). */
export function isBlank(query: string): boolean {
  return query.trim() === '';
}

type Searched = Pick<NoteFields, 'title' | 'text'>;

/**
 * Whether notes match the query, which is folded once. A missing field does not match (spec §5). The query is taken as
 * typed: its white space counts.
 */
export function matcher(query: string): (fields: Searched) => boolean {
  if (isBlank(query)) return () => true;
  const wanted = fold(query);
  return ({ title, text }) => [title, text].some((field) => field !== null && fold(field).includes(wanted));
}
