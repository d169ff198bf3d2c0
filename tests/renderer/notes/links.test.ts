import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findLinks } from '#renderer/notes/segments.ts';

const urls = (text: string): string[] => findLinks(text).map((link) => link.url);

describe('links in a note', () => {
  test.each([
    ['see https://example.org/router.', ['https://example.org/router']],
    ['HTTP://EXAMPLE.ORG', ['HTTP://EXAMPLE.ORG']],
    ['(https://example.org/a)', ['https://example.org/a']],
    [
      'https://en.wikipedia.org/wiki/Ink_(disambiguation)',
      ['https://en.wikipedia.org/wiki/Ink_(disambiguation)'],
    ],
    ['https://a.example, https://b.example!', ['https://a.example', 'https://b.example']],
    ['<https://example.org/?q=1&r=2#x>', ['https://example.org/?q=1&r=2#x']],
    ['“https://example.org/”', ['https://example.org/']],
    ['https://example.org\nnext line', ['https://example.org']],
  ])('%j has %j', (text, expected) => {
    expect(urls(text)).toEqual(expected);
  });

  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,<script>alert(1)</script>',
    'example.org',
    'https://',
    'ftp://example.org',
    'xhttps://example.org',
  ])('%j is plain text', (text) => {
    expect(urls(text)).toEqual([]);
  });

  test('stand where they say, in order and apart, and only for http and https', () => {
    const piece = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.constantFrom(' ', '(', ').', '\n'));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        let end = 0;
        for (const link of findLinks(text)) {
          expect(link.start).toBeGreaterThanOrEqual(end);
          expect(text.slice(link.start, link.end)).toBe(link.url);
          expect(['http:', 'https:']).toContain(new URL(link.url).protocol);
          end = link.end;
        }
      }),
    );
  });
});
