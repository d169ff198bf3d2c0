/**
 * Links into the app from other programs and web pages:
 *
 *   inkling://new?title=…&text=…   the quick note, filled in
 *   inkling://note/<id>            a note
 *   inkling://search?q=…           a search, optionally of notes with a label: &label=…, which may be repeated
 *
 * The author of a link is not trusted. A link that does not have exactly one of these forms is refused as a
 * whole. Otherwise a link with `text=fish & chips` would silently fill in half of its text. Invisible
 * characters and those that reverse the order of displayed words are removed, because with them the stored
 * words could differ from the displayed ones.
 */
import type { LinkTarget } from '#shared/ipc/link.ts';
import { MAX_LABEL, MOST_LABELS, wholeLabel } from '#shared/note/labels.ts';
import type { NoteContent } from '#shared/note/note.ts';
import { isNoteId } from '#shared/note/note-id.ts';
import { withoutInvisible } from './invisible.ts';

export const LINK_SCHEME = 'inkling';

export type DeepLink = LinkTarget | { readonly show: 'quick note'; readonly content: NoteContent };

/** The longest command line of Windows, in UTF-16 units. */
const MOST = 32_767;
/** The longest title or query, in UTF-16 units: a line that can be read at a glance. */
const MOST_OF_A_LINE = 1000;

const TOO_LONG = refuse('it is too long');
const UNKNOWN = refuse('Inkling does not know this kind of link');
const DAMAGED = refuse('it is damaged');
/** The result of a link if there is no room for its words. */
export const TOO_MANY_LINKS = refuse('too many links are waiting in the quick note');

/** Whether an argument of the command line is a link for `parseDeepLink`. */
export function isDeepLink(argument: string): boolean {
  return argument.toLowerCase().startsWith(`${LINK_SCHEME}:`);
}

/** @param address as the system passes it */
export function parseDeepLink(address: string): DeepLink {
  if (address.length > MOST) return TOO_LONG;
  // The URL parser would silently remove line ends and replace lone surrogates.
  if (!isOneLine(address) || !address.isWellFormed()) return DAMAGED;
  const url = URL.parse(address);
  if (url === null || !isDecodable(url.pathname + url.search)) return DAMAGED;
  const { protocol, username, password, port, pathname } = url;
  if (protocol !== `${LINK_SCHEME}:` || `${username}${password}${port}` !== '') return UNKNOWN;
  // Most likely the words have an unencoded # or &. The URL parser drops both and the text after them.
  if (address.includes('#') || !hasWholeParameters(url.search)) return DAMAGED;
  const hasPath = pathname !== '' && pathname !== '/';
  switch (url.host.toLowerCase()) {
    case 'new':
      return hasPath ? UNKNOWN : parseNew(url.searchParams);
    case 'note':
      return url.search === '' ? parseNote(decodeURIComponent(pathname.slice(1))) : UNKNOWN;
    case 'search':
      return hasPath ? UNKNOWN : parseSearch(url.searchParams);
    default:
      return UNKNOWN;
  }
}

function parseNew(parameters: URLSearchParams): DeepLink {
  if (!hasOnly(parameters, ['title', 'text'])) return DAMAGED;
  const title = withoutInvisible(parameters.get('title') ?? '');
  const text = withoutInvisible(parameters.get('text') ?? '').replaceAll(/\r\n?/gu, '\n');
  if (!isOneLine(title) || hasControls(text)) return DAMAGED;
  if (title.length > MOST_OF_A_LINE) return TOO_LONG;
  return { show: 'quick note', content: { title, text } };
}

function parseNote(id: string): DeepLink {
  return isNoteId(id) && isOneLine(id) && withoutInvisible(id) === id ? { show: 'note', id } : DAMAGED;
}

function parseSearch(parameters: URLSearchParams): DeepLink {
  const labels = parameters.getAll('label').map(withoutInvisible);
  const others = new URLSearchParams([...parameters].filter(([name]) => name !== 'label'));
  const query = withoutInvisible(others.get('q') ?? '');
  if (parameters.size === 0 || !hasOnly(others, ['q'])) return DAMAGED;
  if (![...parameters.values()].every(isOneLine)) return DAMAGED;
  if (labels.some((name) => name === '' || wholeLabel(name) !== name)) return DAMAGED;
  const isTooLong =
    query.length > MOST_OF_A_LINE ||
    labels.length > MOST_LABELS ||
    labels.some((name) => name.length > MAX_LABEL);
  return isTooLong ? TOO_LONG : { show: 'search', query, labels };
}

/** Whether all parameters have one of these names, and none occurs twice. */
function hasOnly(parameters: URLSearchParams, allowed: readonly string[]): boolean {
  const names = [...parameters.keys()];
  return names.every((name) => allowed.includes(name)) && new Set(names).size === names.length;
}

/** @param search includes the `?`; may be empty */
function hasWholeParameters(search: string): boolean {
  return (
    search === '' ||
    search
      .slice(1)
      .split('&')
      .every((parameter) => parameter.includes('='))
  );
}

/** URLSearchParams would replace anything that is not percent-encoded UTF-8 by replacement characters. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function isOneLine(text: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(text);
}

/** Whether the text has control characters other than line ends and tabs. */
function hasControls(text: string): boolean {
  return /[^\P{Cc}\n\t]/u.test(text);
}

function refuse(why: string): LinkTarget {
  return { show: 'refusal', reason: `The link cannot be opened: ${why}.` };
}
