/** Finds the web addresses in a note. Only http and https count; anything else stays plain text. */
import type { Range } from '../search/highlight.ts';

export interface Link extends Range {
  readonly url: string;
}

const CANDIDATE = /\bhttps?:\/\/[^\s<>"“”„«»]+/giu;
const CLOSERS = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

export function findLinks(text: string): Link[] {
  const links: Link[] = [];
  for (const match of text.matchAll(CANDIDATE)) {
    const url = withoutTrailingPunctuation(match[0]);
    if (URL.canParse(url)) links.push({ start: match.index, end: match.index + url.length, url });
  }
  return links;
}

/** A sentence's full stop or closing bracket is not part of the address, unless its bracket opens inside. */
function withoutTrailingPunctuation(candidate: string): string {
  let url = candidate;
  for (;;) {
    const last = url.at(-1) ?? '';
    const opener = CLOSERS.get(last);
    const closesNothing = opener !== undefined && count(url, last) > count(url, opener);
    if (!closesNothing && !/[.,;:!?'’…*_~]/u.test(last)) return url;
    url = url.slice(0, -1);
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
