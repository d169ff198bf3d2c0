import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonFile, readJson } from '#account/transfer/read-json.ts';
import { UnreadableError } from '#account/transfer/transfer-error.ts';
import { testPace } from './support/account.ts';

/** @param cuts positions at which the bytes of the text are divided into chunks */
async function read(text: string, cuts: readonly number[] = []): Promise<JsonFile> {
  const bytes = Buffer.from(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  async function* chunks() {
    for (let index = 1; index < places.length; index += 1) {
      yield bytes.subarray(places[index - 1], places[index]);
    }
  }
  return readJson(chunks(), { bytes: Infinity }, testPace());
}

test('any JSON, however it is spaced and cut, is read as JSON.parse reads it', async () => {
  const value = fc.jsonValue({ maxDepth: 4 });
  const object = fc.dictionary(
    fc.oneof(fc.constantFrom('notes', '"notes":[', '"notes', 'a\\', '__proto__', 'constructor'), fc.string()),
    fc.oneof(value, fc.array(value)),
  );
  const indent = fc.constantFrom(0, 1, '\t');
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(object, value),
      indent,
      fc.array(fc.nat(), { maxLength: 6 }),
      async (whole, space, cuts) => {
        const text = JSON.stringify(whole, null, space);
        const { root, notes, damage } = await read(text, cuts);
        const expected: unknown = JSON.parse(text);
        expect(root).toEqual(expected);
        expect(JSON.stringify(root)).toBe(JSON.stringify(expected));
        const list: unknown =
          isObject(expected) && Object.hasOwn(expected, 'notes') ? expected['notes'] : null;
        expect(notes).toEqual(Array.isArray(list) ? list : []);
        expect(damage).toBeNull();
      },
    ),
    { numRuns: 500 },
  );
});

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

test('only an array of the outermost object holds notes', async () => {
  const texts = [
    '{"a":{"notes":[1]},"b":[{"notes":[2]}]}',
    '{"a\\"notes":[1]}',
    '{"notes":{"a":1}}',
    '[[1]]',
  ];
  for (const text of texts) expect(await read(text)).toMatchObject({ root: JSON.parse(text), notes: [] });
});

test('half of a pair of surrogates stays what it is', async () => {
  const text = '{"notes":["\\ud800","\\udc00\\ud83d\\ude00","\\ud83dx"]}';
  expect((await read(text, [12, 14, 30])).notes).toEqual(['\ud800', '\udc00😀', '\ud83dx']);
});

describe('a damaged JSON file', () => {
  test.each(['', ' ', '{', '{"a":1', '{"a":1}}', '{"a":01}', '{"a":"\n"}', '{"notes":[', '{"notes":[,1]}'])(
    'nothing is read of the damaged JSON %j',
    async (text) => {
      await expect(read(text)).rejects.toThrow('not valid JSON');
    },
  );

  test.each(['{"v":1,"notes":[{"a":1},[2],{"b":', '{"v":1,"notes":[{"a":1},[2],{"b" 3},4]}'])(
    'the notes before the damage of the JSON %j are read',
    async (text) => {
      const { root, notes, damage } = await read(text);
      expect(root).toMatchObject({ v: 1 });
      expect(notes).toEqual([{ a: 1 }, [2]]);
      expect(damage).toContain('not valid JSON');
    },
  );
});

describe('JSON files that are too large', () => {
  const mebibytes = (count: number): string => 'x'.repeat(count * 1024 * 1024);
  test.each([
    ['deep nesting', '['.repeat(100_000), 'nested'],
    ['an endless string', `{"a":"${mebibytes(5)}`, 'larger than any note'],
    [
      'much data before and behind its notes',
      `{"a":"${mebibytes(3)}","notes":[1],"b":"${mebibytes(3)}"}`,
      'larger',
    ],
    [
      'much data beside empty lists of notes',
      `{${`"a":"${mebibytes(1)}","notes":[],`.repeat(5)}"b":1}`,
      'larger',
    ],
    ['an endless note', `{"notes":["${mebibytes(9)}`, 'larger than the cloud takes'],
  ])('a JSON file with %s is given up', async (_what, text, reason) => {
    await expect(read(text)).rejects.toThrow(UnreadableError);
    await expect(read(text, [1, 70_000, 3_000_000])).rejects.toThrow(reason);
  });

  test('a JSON file with many large notes is read', async () => {
    const note = JSON.stringify(mebibytes(3));
    expect((await read(`{"notes":[${[note, note, note, note].join(',')}]}`)).notes).toHaveLength(4);
  });
});
