import { expect, test } from 'vitest';
import { hitFrom, hitsIn } from '#renderer/search/field-hits.ts';

const hits = hitsIn({ title: 'a b a', text: 'aa b' }, 'A');
const at = (field: 'title' | 'text', start: number, end = start) => ({ field, start, end });

test('hits in the title come before those in the text', () => {
  expect(hits).toEqual([at('title', 0, 1), at('title', 4, 5), at('text', 0, 1), at('text', 1, 2)]);
  expect(hitsIn({ title: 'a', text: 'a' }, ' ')).toEqual([]);
});

test('without a hit, near matches are found: other accents first, then the words', () => {
  expect(hitsIn({ title: 'Café', text: 'cafe' }, 'cafe')).toEqual([at('text', 0, 4)]);
  expect(hitsIn({ title: 'Café', text: 'ô' }, 'cafe')).toEqual([at('title', 0, 4)]);
  expect(hitsIn({ title: 'crème', text: 'a brulée' }, 'brulee creme')).toEqual([
    at('title', 0, 5),
    at('text', 2, 8),
  ]);
  expect(hitsIn({ title: 'tea', text: '' }, 'coffee')).toEqual([]);
});

test.each([
  ['after a hit', at('title', 1), 1, 3],
  ['after a hit and before another', at('text', 1), 3, 1],
  ['between two hits', at('title', 2), 1, 0],
  ['at the end of the title', at('title', 5), 2, 0],
  ['at the beginning of the text', at('text', 0), 2, 1],
  ['at a selection', at('text', 0, 1), 3, 1],
  ['right after the last hit', at('text', 2), 0, 2],
  ['at the end of the text', at('text', 4), 0, 3],
  ['without a caret', undefined, 0, 3],
])('the next and previous hits are found with the caret: %s', (_where, caret, next, before) => {
  expect([hitFrom(hits, caret, 1), hitFrom(hits, caret, -1)]).toEqual([next, before]);
});
