/** Cuts a text into the runs that a card draws: plain or hit, inside or outside of a link. */
import { highlightRanges, type Range } from '../search/highlight.ts';

export interface Run {
  readonly text: string;
  readonly hit: boolean;
}

export interface Segment {
  /** Where the segment starts in the text; serves as its key. */
  readonly start: number;
  /** The address that a click opens, or null outside of links. */
  readonly url: string | null;
  readonly runs: readonly Run[];
}

export function segments(text: string, query: string): Segment[] {
  const hits = highlightRanges(text, query);
  const result: Segment[] = [];
  const add = (start: number, end: number, url: string | null): void => {
    if (start < end) result.push({ start, url, runs: cut(text, start, end, hits) });
  };
  let at = 0;
  for (const link of findLinks(text)) {
    add(at, link.start, null);
    add(link.start, link.end, link.url);
    at = link.end;
  }
  add(at, text.length, null);
  return result;
}

function cut(text: string, start: number, end: number, hits: readonly Range[]): Run[] {
  const runs: Run[] = [];
  const add = (from: number, to: number, hit: boolean): void => {
    if (from < to) runs.push({ text: text.slice(from, to), hit });
  };
  let at = start;
  for (const hit of hits) {
    if (hit.end <= start || hit.start >= end) continue;
    const from = Math.max(hit.start, start);
    const to = Math.min(hit.end, end);
    add(at, from, false);
    add(from, to, true);
    at = to;
  }
  add(at, end, false);
  return runs;
}

interface Link extends Range {
  readonly url: string;
}

const CANDIDATE = /\bhttps?:\/\/[^\s<>"“”„«»]+/giu;
const CLOSERS = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

/** The web addresses in a text. Only http and https count; anything else stays plain text. */
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
