import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCodePoint } from '#tests/support/arbitraries.ts';
import { fold, isBlank, matcher } from '#shared/search.ts';

const note = { title: 'Straße nach Ithaka', text: 'ΟΔΥΣΣΕΥΣ\nand the Ｆｕｌｌ ſail' };

describe('§5 search', () => {
  test.each([
    'STRASSE',
    'ithaka',
    'οδυσσεύς'.replace('ύ', 'υ'),
    'ὈΔΥΣ'.replace('Ὀ', 'ο'),
    'ｆＵＬＬ',
    'SAIL',
    'ς\nAND',
  ])('finds %j whatever its case', (query) => expect(matcher(query)(note)).toBe(true));

  test.each(['Ithaka  nach', 'nach Ithaka ΟΔΥΣ', 'strabe'])('does not find %j', (query) => {
    expect(matcher(query)(note)).toBe(false);
  });

  test('a missing field does not match', () => {
    expect(matcher('null')({ title: null, text: 'null' })).toBe(true);
    expect(matcher('null')({ title: null, text: '' })).toBe(false);
  });

  test('a query of white space asks for nothing', () => {
    expect(isBlank(' \t\n\u3000')).toBe(true);
    expect(matcher('  ')({ title: null, text: null })).toBe(true);
  });

  test('white space around a query counts', () => {
    expect(matcher('a ')({ title: 'a b', text: '' })).toBe(true);
    expect(matcher('a ')({ title: 'ab', text: '' })).toBe(false);
  });

  test('folding has no context: what is found in a part is found in the whole', () => {
    const text = fc.string({ unit: anyCodePoint });
    fc.assert(
      fc.property(text, text, text, (before, query, after) => {
        fc.pre(query.trim() !== '');
        expect(fold(before + query)).toBe(fold(before) + fold(query));
        expect(matcher(query)({ title: before + query + after, text: null })).toBe(true);
      }),
    );
  });
});
