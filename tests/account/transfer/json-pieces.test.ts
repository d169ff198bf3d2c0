import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJsonPieces } from '#account/transfer/json-pieces.ts';
import { UnreadableError } from '#account/transfer/unreadable.ts';

/** @param cuts where the text comes in pieces */
function take(text: string, cuts: readonly number[] = []) {
  const pieces = createJsonPieces();
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
  const found: string[] = [];
  for (let index = 1; index < places.length; index += 1) {
    found.push(...pieces.push(text.slice(places[index - 1], places[index])));
  }
  const rest: unknown = JSON.parse(pieces.end());
  return { rest, notes: found.map((one): unknown => JSON.parse(one)) };
}

test('any JSON, however it is spaced and cut, comes apart into the same values', () => {
  const value = fc.jsonValue({ maxDepth: 4 });
  const object = fc.dictionary(
    fc.oneof(fc.constantFrom('notes', '"notes":[', '"notes', 'a\\'), fc.string()),
    fc.oneof(value, fc.array(value)),
  );
  const indent = fc.constantFrom(0, 1, '\t');
  fc.assert(
    fc.property(object, indent, fc.array(fc.nat(), { maxLength: 6 }), (whole, space, cuts) => {
      const { rest, notes } = take(JSON.stringify(whole, null, space), cuts);
      const expected: unknown = JSON.parse(JSON.stringify(whole));
      const list = Object.hasOwn(whole, 'notes') && Array.isArray(whole['notes']) ? whole['notes'] : null;
      expect(notes).toEqual(list === null ? [] : JSON.parse(JSON.stringify(list)));
      expect(rest).toEqual(list === null ? expected : { ...(expected as object), notes: [] });
    }),
    { numRuns: 500 },
  );
});

test('only an array of the outermost object is taken apart', () => {
  expect(take('{"a":{"notes":[1]},"b":[{"notes":[2]}]}')).toEqual({
    rest: { a: { notes: [1] }, b: [{ notes: [2] }] },
    notes: [],
  });
  expect(take('{"a\\"notes":[1],"b, \\"notes":[2]}')).toEqual({
    rest: { 'a"notes': [1], 'b, "notes': [2] },
    notes: [],
  });
});

test('what stood at the end of the piece before is not taken for what stands right before', () => {
  const begin = '{"notes":';
  const space = ' '.repeat(80);
  expect(take(`${begin}1,"b":${space}[2]}`, [begin.length])).toEqual({
    rest: { notes: 1, b: [2] },
    notes: [],
  });
});

test.each([
  ['deeply nested', '['.repeat(100_000), 'nested'],
  ['an endless string', `{"a":"${'x'.repeat(5_000_000)}`, 'larger'],
  ['an endless note', `{"notes":["${'x'.repeat(9_000_000)}`, 'larger'],
])('%s is given up', (_what, text, reason) => {
  const pieces = createJsonPieces();
  expect(() => pieces.push(text)).toThrow(UnreadableError);
  expect(() => createJsonPieces().push(text)).toThrow(reason);
});
