import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { readJson } from '#account/transfer/sources/read-json.ts';
import { UnreadableError } from '#account/transfer/sources/transfer-error.ts';
import { testPace } from './support/account.ts';

/** @param cuts positions at which the bytes of the text are divided into chunks */
async function read(text: string, cuts: readonly number[] = []): Promise<unknown> {
  const bytes = Buffer.from(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  async function* chunks() {
    for (let index = 1; index < places.length; index += 1) {
      yield bytes.subarray(places[index - 1], places[index]);
    }
  }
  return (await readJson(chunks(), testPace())).value;
}

test('any JSON, however it is spaced and cut, is read as JSON.parse reads it', async () => {
  const key = fc.oneof(fc.constantFrom('[[[', '"{{{', ',,,', 'a\\', '__proto__', 'constructor'), fc.string());
  const value = fc.jsonValue({ maxDepth: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.dictionary(key, fc.oneof(value, key)), value),
      fc.constantFrom(0, 1, '\t'),
      fc.array(fc.nat(), { maxLength: 6 }),
      async (whole, space, cuts) => {
        const text = JSON.stringify(whole, null, space);
        expect(JSON.stringify(await read(text, cuts))).toBe(JSON.stringify(JSON.parse(text)));
      },
    ),
    { numRuns: 300 },
  );
});

test('half of a pair of surrogates stays what it is', async () => {
  expect(await read('["\\ud800","\\udc00\\ud83d\\ude00","\\ud83dx"]', [5, 14])).toEqual([
    '\ud800',
    '\udc00😀',
    '\ud83dx',
  ]);
});

test.each(['', ' ', '{', '{"a":1', '{"a":1}}', '{"a":01}', '{"a":"\n"}', '[,1]', '"\\'])(
  'nothing is read of the damaged JSON %j',
  async (text) => {
    await expect(read(text)).rejects.toThrow('not valid JSON');
  },
);

describe('JSON files that are too large', () => {
  test.each([
    ['deep nesting', `${'['.repeat(65)}${']'.repeat(65)}`, 'Nested'],
    ['an endless string', `{"a":"${'x'.repeat(17 * 1024 * 1024)}`, 'Larger than any note'],
    ['too many values', `[${'0,'.repeat(200_001)}0]`, 'Holds more than any note'],
  ])('a JSON file with %s is given up', async (_what, text, reason) => {
    await expect(read(text)).rejects.toThrow(UnreadableError);
    await expect(read(text, [1, 70_000, 3_000_000])).rejects.toThrow(reason);
  });

  test.each([
    ['nesting', `${'['.repeat(64)}${']'.repeat(64)}`],
    ['brackets and commas in its words', JSON.stringify(`${'['.repeat(100)}\\"${','.repeat(300_000)}`)],
  ])('a JSON file with as much as a note can have is read: %s', async (_what, text) => {
    expect(JSON.stringify(await read(text))).toBe(text);
  });
});
