/**
 * Targets that links of the app show in the main window (`inkling://note/…`, `inkling://search?q=…`), and
 * limits of the words in `inkling://new` links that may wait until the user keeps or deletes them. Without a
 * limit, a web page could fill the quick note endlessly.
 */
import type { NoteContent, NoteId } from '../note/note.ts';
import type { Search } from '../note/view.ts';
import { utf8Length } from '../text/utf8.ts';

export type LinkTarget =
  | { readonly show: 'note'; readonly id: NoteId }
  | ({ readonly show: 'search' } & Search)
  /** The reason is a sentence that says why the link cannot be followed. */
  | { readonly show: 'refusal'; readonly reason: string };

export const MOST_WAITING_LINKS = 20;
/** The limit for all of their words together, in UTF-8. */
const MOST_WAITING_BYTES = 100_000;

/** Whether the words of one more link may wait beside these. */
export function hasRoomForLink(waiting: readonly NoteContent[], content: NoteContent): boolean {
  if (waiting.length >= MOST_WAITING_LINKS) return false;
  const words = [...waiting, content].map(({ title, text }) => title + text).join('');
  return utf8Length(words) <= MOST_WAITING_BYTES;
}
/**
 * The longest address that is opened outside of the app, as the URL parser writes it. Electron accepts no
 * longer one on Windows.
 */
export const MAX_ADDRESS = 2081;
