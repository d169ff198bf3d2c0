import { expect, test } from 'vitest';
import { hitFrom, hitsIn } from '#renderer/search/field-hits.ts';

const hits = hitsIn({ title: 'a b a', text: 'aa b' }, 'A');
const at = (field: 'title' | 'text', start: number, end = start) => ({ field, start, end });

test('hits of the title come before those of the text', () => {
  expect(hits).toEqual([at('title', 0, 1), at('title', 4, 5), at('text', 0, 1), at('text', 1, 2)]);
  expect(hitsIn({ title: 'a', text: 'a' }, ' ')).toEqual([]);
});

test.each([
  ['from a hit', at('title', 0, 1), 1, 3],
  ['from a hit right before another', at('text', 0, 1), 3, 1],
  ['from the caret between two hits', at('title', 2), 1, 0],
  ['from the end of the title', at('title', 5), 2, 1],
  ['from the last hit', at('text', 1, 2), 0, 2],
  ['from behind all hits', at('text', 4), 0, 3],
  ['without a place to start from', undefined, 0, 3],
])('the next and the previous hit are found %s', (_where, from, next, before) => {
  expect([hitFrom(hits, from, 1), hitFrom(hits, from, -1)]).toEqual([next, before]);
});
