/** Cuts a text into the runs of a card: plain or hit, inside or outside of a link. */
import type { Range } from '#shared/text/hit-ranges.ts';
import { findLinks } from './links.ts';

export interface Run {
  readonly text: string;
  readonly hit: boolean;
}

export interface Segment {
  /** The segment's offset in the text, also its key. */
  readonly start: number;
  /** The address that a click opens; null outside of links. */
  readonly url: string | null;
  readonly runs: readonly Run[];
}

/** @param hits in the text, from left to right */
export function segments(text: string, hits: readonly Range[]): Segment[] {
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
