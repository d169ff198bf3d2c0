import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanLabel, labelKey, MAX_LABEL, mergeLabels, readLabels, withLabels } from '#shared/labels.ts';

test.each([
  ['  two \n\t words ', 'two words'],
  ['a\0b', 'a b'],
  [' \u00a0\u2028 ', ''],
  ['x'.repeat(MAX_LABEL + 9), 'x'.repeat(MAX_LABEL)],
  [`${'x'.repeat(MAX_LABEL - 1)}😀`, 'x'.repeat(MAX_LABEL - 1)],
  ['\ud83d', '\ufffd'],
])('%j becomes the label %j', (name, label) => {
  expect(cleanLabel(name)).toBe(label);
  expect(cleanLabel(label)).toBe(label);
});

test('names that search takes for equal are one label, in the first of its spellings', () => {
  expect(readLabels(['Café', 'CAFE\u0301', 7, 'Straße', null, 'STRASSE', ' '])).toEqual(['Café', 'Straße']);
  const labels = ['Work'];
  expect(withLabels(labels, ['WORK', ''])).toBe(labels);
});

test('a label that is too long to be typed here stays as another client wrote it', () => {
  const [one, two] = ['1', '2'].map((end) => `${'x'.repeat(MAX_LABEL + 9)}${end}`);
  expect(readLabels([one, two])).toEqual([one, two]);
  expect(withLabels([`${one}`], ['short'])).toEqual([one, 'short']);
});

const anyLabels = fc
  .array(fc.constantFrom('Work', 'work', 'Home', 'HOME', 'x', 'Café', 'cafe\u0301'), { maxLength: 6 })
  .map(readLabels);

test('[S5.8] labels are merged as a set: what one side added is there, what one side removed is not', () => {
  fc.assert(
    fc.property(anyLabels, anyLabels, anyLabels, (base, local, remote) => {
      const keys = (labels: readonly string[]): string[] => labels.map(labelKey).toSorted();
      const [before, here, there] = [keys(base), keys(local), keys(remote)];
      const expected = [...new Set([...here, ...there])].filter((key) =>
        before.includes(key) ? here.includes(key) && there.includes(key) : true,
      );
      expect(keys(mergeLabels(base, local, remote))).toEqual(expected.toSorted());
      expect(keys(mergeLabels(base, remote, local))).toEqual(expected.toSorted());
    }),
  );
});
