import { describe, expect, test } from 'vitest';
import { findFilter, findHash, labelsLike } from '#renderer/search/find-label.ts';

/** The caret is at `|`. */
const at = (find: typeof findHash, text: string) => find(text.replace('|', ''), text.indexOf('|'));

describe('labels named in a note', () => {
  test.each([
    ['#|', { start: 0, end: 1, typed: '' }],
    ['milk #wo|', { start: 5, end: 8, typed: 'wo' }],
    ['milk\n#wo|rk', { start: 5, end: 8, typed: 'wo' }],
    [`${'a '.repeat(500)}#wo|`, { start: 1000, end: 1003, typed: 'wo' }],
    // A heading, the middle of a word, another sign, no sign, and texts longer than any label.
    ['# Title|', null],
    ['issue#4|', null],
    ['##|', null],
    ['wo|', null],
    [`#${'a'.repeat(300)}|`, null],
    [`${'a'.repeat(119)}#|`, null],
  ])('in the note %j with the caret at | the named label is %j', (text, expected) => {
    expect(at(findHash, text)).toEqual(expected);
  });
});

describe('labels named in a search', () => {
  test.each([
    ['label:|', { start: 0, end: 6, typed: '' }],
    ['milk label:wo|', { start: 5, end: 13, typed: 'wo' }],
    ['Label:to re|', { start: 0, end: 11, typed: 'to re' }],
    ['label:work label:to r|', { start: 11, end: 21, typed: 'to r' }],
    ['label:wo| rk', { start: 0, end: 8, typed: 'wo' }],
    ['mylabel:wo|', null],
    [`label:${'a'.repeat(300)}|`, null],
  ])('in the search %j with the caret at | the named label is %j', (text, expected) => {
    expect(at(findFilter, text)).toEqual(expected);
  });
});

test('labels that begin with the typed word come before labels that contain it', () => {
  expect(labelsLike(['Homework', 'Other', 'WORK', 'Work at home'], 'work')).toEqual([
    'WORK',
    'Work at home',
    'Homework',
  ]);
});
