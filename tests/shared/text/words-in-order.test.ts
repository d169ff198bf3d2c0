import { expect, test } from 'vitest';
import { hasWordsInOrder } from '#shared/text/words-in-order.ts';

test.each([
  ['milk and eggs', 'milk eggs', true],
  ['milk and eggs', 'eggs milk', false],
  ['milk', 'milk milk', false],
  ['milk\n\neggs', 'milk eggs', true],
  ['☑ milk\n☐ eggs', '☐ milk', true],
  ['anything', '', true],
  ['', 'milk', false],
  ['milkshake', 'milk', false],
])('%j contains the words of %j: %j', (text, words, isContained) => {
  expect(hasWordsInOrder(text, words)).toBe(isContained);
});
