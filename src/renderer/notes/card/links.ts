/**
 * Finds addresses in a text: those with `http` or `https`, those that begin with `www.`, and mail addresses.
 * Anything else stays plain text.
 */
import type { Range } from '#shared/text/hit-ranges.ts';

export interface Link extends Range {
  /** The address that a click opens, with the protocol `http`, `https` or `mailto`. */
  readonly url: string;
}

const LETTER = String.raw`\p{L}\p{M}\p{N}`;
const LABEL = `[${LETTER}](?:[${LETTER}-]*[${LETTER}])?`;
/** A top-level domain has letters only, unless it begins with `xn--` (punycode). */
const HOST = String.raw`(?:${LABEL}\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z0-9-]+)`;

const WITH_PROTOCOL = String.raw`\bhttps?:\/\/[^\s<>"“”„«»]+`;
const WITH_WWW = String.raw`(?<![${LETTER}_.@/-])www\.[^\s<>"“”„«»]+`;
/** Does not match `git@example.org:a/b`, `icon@2x.png`, or part of an address with unusual characters. */
const MAIL = String.raw`(?<![${LETTER}_.+@/!#$%&=?^{|}-])[${LETTER}_](?:[${LETTER}_.+-]*[${LETTER}_+-])?@(?!\dx\.)${HOST}(?![${LETTER}_@/-]|:\S|\.[${LETTER}])`;
const CANDIDATE = new RegExp(`(?<web>${WITH_PROTOCOL})|(?<www>${WITH_WWW})|(?<mail>${MAIL})`, 'giu');
const WHOLE_HOST = new RegExp(`^${HOST}$`, 'iu');

const CLOSERS = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

export function findLinks(text: string): Link[] {
  const links: Link[] = [];
  // Few texts have an address, and searching for mail addresses is the slowest part.
  if (!/:\/\/|www\.|@/iu.test(text)) return links;
  for (const { index: start, groups = {} } of text.matchAll(CANDIDATE)) {
    const { web, www, mail } = groups;
    const words = mail ?? withoutTrailingPunctuation(web ?? www ?? '');
    const url = mail !== undefined ? mailUrl(mail) : www !== undefined ? wwwUrl(words) : webUrl(words);
    if (url !== null) links.push({ start, end: start + words.length, url });
  }
  return links;
}

function webUrl(words: string): string | null {
  return URL.canParse(words) ? words : null;
}

function wwwUrl(words: string): string | null {
  const [host = ''] = /^[^/?#:]+/u.exec(words) ?? [];
  const isWhole = WHOLE_HOST.test(host) && host.split('.').length > 2;
  return isWhole ? webUrl(`https://${words}`) : null;
}

function mailUrl(address: string): string | null {
  const [name = '', host = ''] = address.split('@');
  // Mail programs expect the host in ASCII.
  const ascii = name.includes('..') ? '' : (URL.parse(`https://${host}`)?.hostname ?? '');
  return ascii === '' ? null : `mailto:${encodeURIComponent(name)}@${ascii}`;
}

/** A full stop or closing bracket after an address is not part of it, unless the bracket opens within it. */
function withoutTrailingPunctuation(candidate: string): string {
  const counts = new Map<string, number>();
  for (const character of candidate) counts.set(character, (counts.get(character) ?? 0) + 1);
  const countOf = (character: string): number => counts.get(character) ?? 0;
  let end = candidate.length;
  while (end > 0) {
    const last = candidate.charAt(end - 1);
    const opener = CLOSERS.get(last);
    const closesNothing = opener !== undefined && countOf(last) > countOf(opener);
    if (!closesNothing && !/[.,;:!?'’…*_~]/u.test(last)) break;
    counts.set(last, countOf(last) - 1);
    end -= 1;
  }
  return candidate.slice(0, end);
}
