/**
 * The addresses in a text: those of the web with `http` or `https`, those that begin with `www.`, and those of mail. Anything else stays
 * plain text.
 */
import type { Range } from '#shared/hit-ranges.ts';

export interface Link extends Range {
  /** What a click opens: of the protocols `http`, `https` and `mailto`. */
  readonly url: string;
}

const LETTER = String.raw`\p{L}\p{M}\p{N}`;
const LABEL = `[${LETTER}](?:[${LETTER}-]*[${LETTER}])?`;
/** A top-level domain has letters only, but for those that are written in ASCII and stand for others. */
const HOST = String.raw`(?:${LABEL}\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z0-9-]+)`;

const WITH_PROTOCOL = String.raw`\bhttps?:\/\/[^\s<>"“”„«»]+`;
const WITH_WWW = String.raw`(?<![${LETTER}_.@/-])www\.[^\s<>"“”„«»]+`;
/** Not in `git@example.org:a/b`, of no picture such as `icon@2x.png`, and no part of an address with unusual characters. */
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
  // Nearly all texts have none, and looking for mail takes the longest.
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
  // Mail programs know hosts in ASCII.
  const ascii = name.includes('..') ? '' : (URL.parse(`https://${host}`)?.hostname ?? '');
  return ascii === '' ? null : `mailto:${encodeURIComponent(name)}@${ascii}`;
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
