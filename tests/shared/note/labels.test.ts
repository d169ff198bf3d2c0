import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import {
  areLabelsFixed,
  cleanLabel,
  labelKey,
  MAX_LABEL,
  mergeLabels,
  MOST_LABELS,
  readLabels,
  shortLabels,
  shownLabels,
  withLabels,
} from '#shared/note/labels.ts';

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

test('names that search considers equal are one label, in its first spelling', () => {
  expect(readLabels(['Café', 'CAFE\u0301', 7, 'Straße', null, 'STRASSE', ' '])).toEqual(['Café', 'Straße']);
  const labels = ['Work'];
  expect(withLabels(labels, ['WORK', ''])).toBe(labels);
});

const listOf = (names: readonly string[]) => ({
  unknown: { arrayValue: names.map((stringValue) => ({ stringValue })) },
});

test.each([
  ['too many labels', Array.from({ length: 20_000 }, (_, at) => `Label ${at}`)],
  ['one label too many', Array.from({ length: MOST_LABELS + 1 }, (_, at) => `Label ${at}`)],
  ['a label that is too long', ['Work', 'x'.repeat(MAX_LABEL + 1)]],
  ['a label of a megabyte', ['x'.repeat(1_000_000), 'Work']],
])('%s cannot be changed, and their beginning is shown', (_what, names) => {
  const value = listOf(names);
  expect(areLabelsFixed(value)).toBe(true);
  const shown = names.slice(0, MOST_LABELS).map((name) => name.slice(0, MAX_LABEL));
  expect(shownLabels(value)).toEqual(shown);
  expect(areLabelsFixed(shortLabels(value))).toBe(true);
  expect(shownLabels(shortLabels(value))).toEqual(shown);
  expect(JSON.stringify(shortLabels(value)).length).toBeLessThan(20_000);
});

test('as many labels as a note can hold can be changed, and so can a list with an item that is not a name', () => {
  const most = Array.from({ length: MOST_LABELS }, (_, at) => `${at}`.padEnd(MAX_LABEL, 'x'));
  expect(areLabelsFixed(listOf(most))).toBe(false);
  expect(areLabelsFixed(most)).toBe(false);
  expect(areLabelsFixed({ unknown: { arrayValue: [{ integerValue: '7' }] } })).toBe(false);
});

const anyLabels = fc
  .array(fc.constantFrom('Work', 'work', 'Home', 'HOME', 'x', 'Café', 'cafe\u0301'), { maxLength: 6 })
  .map(readLabels);

test('[S5.8] labels are merged as a set: labels that one side added stay, labels that one side removed do not', () => {
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
