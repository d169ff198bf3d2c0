import { expect, test } from 'vitest';
import { systemLanguages } from '#main/device/system-languages.ts';

const AVAILABLE = ['de', 'en-GB', 'en-US', 'pt-BR'];

test.each([
  [['en-US'], ['en-US']],
  [
    ['de-AT', 'en-GB'],
    ['de', 'en-GB'],
  ],
  [['en-AU'], ['en-GB']],
  [['pt-PT', 'pt-BR'], ['pt-BR']],
  [['xx'], []],
])('of %j those that can be checked are %j', (preferred, found) => {
  expect(systemLanguages(preferred, AVAILABLE)).toEqual(found);
});
