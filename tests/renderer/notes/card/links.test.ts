import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { findLinks } from '#renderer/notes/card/links.ts';

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
    ['www.example.org', ['https://www.example.org']],
    ['(see WWW.Example.org/a_(b)?c=d#e).', ['https://WWW.Example.org/a_(b)?c=d#e']],
    ['www.example.org:8080/a, www.a.co.uk', ['https://www.example.org:8080/a', 'https://www.a.co.uk']],
    ['www.bücher.example und www.例え.テスト', ['https://www.bücher.example', 'https://www.例え.テスト']],
    ['https://www.example.org', ['https://www.example.org']],
    ['ada@example.org', ['mailto:ada@example.org']],
    ['Mail <ada.m+notes@mail.example.org>.', ['mailto:ada.m%2Bnotes@mail.example.org']],
    [
      'ada@example.org, bob@a-b.example; c@d.xn--p1ai!',
      ['mailto:ada@example.org', 'mailto:bob@a-b.example', 'mailto:c@d.xn--p1ai'],
    ],
    ['mailto:ada@example.org', ['mailto:ada@example.org']],
    ['ada@bücher.example: soon', ['mailto:ada@xn--bcher-kva.example']],
    ['zoë@example.org', ['mailto:zo%C3%AB@example.org']],
    ['https://ada@example.org/', ['https://ada@example.org/']],
  ])('the text %j contains the links %j', (text, expected) => {
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
    'www.',
    'www.…',
    'www.example',
    'www..example.org',
    'www.-.org',
    'awww.example.org',
    'mail@www.1.2',
    'a@b',
    'file.name@',
    '@example.org',
    'a..b@example.org',
    'a@-example.org',
    'a@example..org',
    'a@example.o',
    'package@1.2.3',
    'icon@2x.png',
    'git@example.org:a/b.git',
    'a@example.org/b',
    'odd!name@example.org',
    'a@b@example.org',
    '@ada@social.example',
  ])('the text %j contains no link', (text) => {
    expect(urls(text)).toEqual([]);
  });

  test('links in any text have the right places, in order and apart, and only http, https or mailto', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.domain().map((host) => `www.${host}`),
      fc.emailAddress(),
      fc.constantFrom(' ', '(', ').', '\n', '@', 'www.', 'a', '.'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        let end = 0;
        for (const link of findLinks(text)) {
          expect(link.start).toBeGreaterThanOrEqual(end);
          const words = text.slice(link.start, link.end);
          const { protocol, href, pathname } = new URL(link.url);
          expect(['http:', 'https:', 'mailto:']).toContain(protocol);
          if (protocol === 'mailto:')
            expect(decodeURIComponent(pathname).split('@')[0]).toBe(words.split('@')[0]);
          else expect([words, `https://${words}`]).toContain(link.url);
          if (protocol === 'mailto:') expect(href).toMatch(/^mailto:[^?&#,]+@[^?&#,@]+$/u);
          end = link.end;
        }
      }),
    );
  });
});

test.each([')', ']', '}', '.', '…', ').'])(
  'an address followed by 100,000 of %s is found in linear time',
  async (end) => {
    const find = (): void => {
      const [link] = findLinks(`see http://example.org/a${end.repeat(100_000)} now`);
      expect(link?.url).toBe('http://example.org/a');
    };
    expect(await cpuTimeOf(find)).toBeLessThan(1000);
  },
);
