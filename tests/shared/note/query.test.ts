import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { cleanLabel, labelKey } from '#shared/note/labels.ts';
import { labelQuery, meantLabel, parseQuery } from '#shared/note/query.ts';

const isLabel = (key: string): boolean => ['work', 'two words', 'café', 'straße'].map(labelKey).includes(key);

describe('labels in a query', () => {
  test.each([
    ['label:work', ['work'], ''],
    ['label:work milk', ['work'], 'milk'],
    ['milk label:work  bread', ['work'], 'milk bread'],
    ['milk  label:work', ['work'], 'milk'],
    ['label:"two words" a  b', ['two words'], 'a  b'],
    ['label:work label:café label:work', ['work', 'café'], ''],
    ['LABEL:Work', ['work'], ''],
    ['label:CAFE\u0301', ['café'], ''],
    ['label:STRASSE', ['strasse'], ''],
    ['label:work label:unknown', ['work'], 'label:unknown'],
  ])('the query %j asks for the labels %j and the words %j', (query, labels, text) => {
    expect(parseQuery(query, isLabel)).toEqual({ labels, text });
  });

  test.each([
    '  milk ',
    'label:',
    'label:""',
    'label:unknown',
    'label:wor',
    ' label:two words',
    'label:"work',
    'label: work',
    'mylabel:work',
    'label:"work"s',
    'label',
  ])('the query %j is plain text', (query) => {
    expect(parseQuery(query, isLabel)).toEqual({ labels: [], text: query });
  });

  test('a label is found by its own query, whatever its name is', () => {
    const name = fc
      .oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', ' ', 'a', ':', 'ß') }))
      .map(cleanLabel)
      .filter((label) => label !== '');
    fc.assert(
      fc.property(name, (label) => {
        expect(parseQuery(labelQuery(label), (key) => key === labelKey(label))).toEqual({
          labels: [labelKey(label)],
          text: '',
        });
      }),
    );
  });
});

describe('a label that is meant without quotes', () => {
  const labels = ['to read', 'to read later', 'Café', 'work', 'say "hi"'];

  test.each([
    ['label:to read', 'to read', 'label:"to read"'],
    ['LABEL:To Read', 'to read', 'label:"to read"'],
    ['label:to read later', 'to read later', 'label:"to read later"'],
    ['milk label:to read lately', 'to read', 'milk label:"to read" lately'],
    ['label:cafe milk', 'Café', 'label:Café milk'],
    ['label:say "hi"', 'say "hi"', 'label:"say ""hi"""'],
    ['label:work label:to read', 'to read', 'label:work label:"to read"'],
  ])('in %j the label %j is meant: %j', (query, label, meant) => {
    expect(meantLabel(query, labels)).toEqual({ label, query: meant });
    expect(parseQuery(meant, (key) => labels.map(labelKey).includes(key)).labels).toContain(labelKey(label));
  });

  test.each([
    'label:work',
    'label:"to read"',
    'label:to',
    'label:towel',
    'to read',
    'xlabel:to read',
    'label:',
  ])('in %j no other label is meant', (query) => expect(meantLabel(query, labels)).toBeNull());
});
