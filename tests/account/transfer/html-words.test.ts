import { describe, expect, test } from 'vitest';
import { withWordsOfHtml, wordsOfHtml } from '#account/transfer/notes/html-words.ts';

describe('the words of HTML', () => {
  test.each([
    ['<p dir="ltr">a</p><p>b</p>', 'a\nb'],
    ['a<br>b<br/>c<BR />d', 'a\nb\nc\nd'],
    ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
    ['<b>a</b>\n <i style="x">b</i>', 'a b'],
    [
      '&lt;b&gt; &amp;amp; &quot;&#39;&#x1F600;&nbsp;&unknown; &#99999999;',
      '<b> &amp; "\'😀 &unknown; \uFFFD',
    ],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['', ''],
  ])('the HTML %j has the words %j', (html, words) => {
    expect(wordsOfHtml(html)).toBe(words);
  });

  test('hostile HTML with half a million unfinished tags is read without an error', () => {
    for (const part of ['<', '<p', '</p ', '&#', '<a <', ' '])
      expect(() => wordsOfHtml(part.repeat(500_000))).not.toThrow();
  });
});

describe('the words of a note’s HTML', () => {
  test.each([
    ['nothing that it has', 'a b\nc', '<p>c</p><p>b a</p>', 'a b\nc'],
    ['the HTML’s words if they include all of its own', 'a b', '<p>a</p><p>b c</p>', 'a\nb c'],
    ['what it lacks, below its own words', 'a b', '<p>b c</p>', 'a b\n\nb c'],
    ['everything if it is empty', '', '<p>a</p>', 'a'],
    [
      'new words and loses no repeated one',
      'no no no yes',
      '<p>no yes maybe</p>',
      'no no no yes\n\nno yes maybe',
    ],
    ['nothing that is only encoded in another way', 'a — é…', '<p>a &mdash; &eacute;&hellip;</p>', 'a — é…'],
  ])('from its HTML a text gets %s', (_what, text, html, expected) => {
    expect(withWordsOfHtml(text, html)).toBe(expected);
  });
});
