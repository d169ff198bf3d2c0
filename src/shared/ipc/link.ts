/**
 * What a link of the app asks the main window to show (`inkling://note/…`, `inkling://search?q=…`), and how
 * many words of links (`inkling://new`) may wait until a person keeps or deletes them. Without a limit, a
 * page could fill the quick note without end.
 */
import type { NoteContent, NoteId } from '../note/note.ts';
import type { Search } from '../note/view.ts';
import { utf8Length } from '../text/utf8.ts';

export type LinkTarget =
  | { readonly show: 'note'; readonly id: NoteId }
  | ({ readonly show: 'search' } & Search)
  /** Only the reason why the link cannot be followed, in a sentence. */
  | { readonly show: 'refusal'; readonly reason: string };

export const MOST_WAITING_LINKS = 20;
/** Of all of their words, in UTF-8. */
const MOST_WAITING_BYTES = 100_000;

/** Whether the words of one more link may wait beside these. */
export function hasRoomForLink(waiting: readonly NoteContent[], content: NoteContent): boolean {
  if (waiting.length >= MOST_WAITING_LINKS) return false;
  const words = [...waiting, content].map(({ title, text }) => title + text).join('');
  return utf8Length(words) <= MOST_WAITING_BYTES;
}
/**
 * The longest address that is opened outside of the app, as the URL parser writes it: the most that Electron
 * takes on Windows.
 */
export const MAX_ADDRESS = 2081;
