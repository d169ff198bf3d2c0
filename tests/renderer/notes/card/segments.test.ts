import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { segments } from '#renderer/notes/card/segments.ts';
import { hitRanges } from '#shared/text/hit-ranges.ts';

const marked = (text: string, query: string) => segments(text, hitRanges(text, query));

describe('the segments of a text', () => {
  test('hits are marked inside and outside of links', () => {
    const all = marked('Router: https://router.example/', 'router');
    expect(
      all.map(({ url, runs }) => [url, runs.map((run) => (run.hit ? `[${run.text}]` : run.text)).join('')]),
    ).toEqual([
      [null, '[Router]: '],
      ['https://router.example/', 'https://[router].example/'],
    ]);
  });

  test('a hit that crosses the edge of a link is divided', () => {
    const [before, link] = marked('a https://x.example', 'a https');
    expect(before?.runs).toEqual([{ text: 'a ', hit: true }]);
    expect(link?.runs[0]).toEqual({ text: 'https', hit: true });
  });

  test('the segments of any text and query add up to exactly that text', () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('ß', 'İ', 'https://a.example/ss', ' '),
    );
    fc.assert(
      fc.property(fc.array(word), word, (words, query) => {
        const text = words.join('');
        const shown = marked(text, query).flatMap(({ runs }) => runs.map((run) => run.text));
        expect(shown.join('')).toBe(text);
      }),
    );
  });
});
