import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasBit } from '#main/store/search/bits.ts';
import { createBlockBuilder } from '#main/store/search/block-builder.ts';
import { gramsOf, isGram } from '#main/store/search/grams.ts';
import { keepPosted } from '#main/store/search/postings.ts';

/** Any units, halves of characters among them, and letters that meet one another often. */
const units = fc
  .array(fc.oneof(fc.constantFrom(97, 98, 0, 0xfff, 0x1000, 0xd83d, 0xde00, 0xffff), fc.nat(0xffff)), {
    minLength: 1,
    maxLength: 12,
  })
  .map((codes) => String.fromCharCode(...codes));

/**
 * The grams of texts, each in the place of its index.
 * @param size how many places the block has
 */
function postingsOf(texts: readonly string[], size = 8): Map<number, Uint8Array> {
  const builder = createBlockBuilder();
  for (const [place, text] of texts.entries()) builder.add(place, [text]);
  const all = builder
    .postings(size)
    .toArray()
    .filter((one) => one !== null);
  expect(all.map(({ gram }) => gram)).toEqual(all.map(({ gram }) => gram).toSorted((a, b) => a - b));
  return new Map(all.map(({ gram, postings }) => [gram, postings]));
}

/** Places that have all grams of the query. */
function withGrams(postings: ReadonlyMap<number, Uint8Array>, query: string): Uint8Array {
  const bits = new Uint8Array(1).fill(0xff);
  for (const gram of gramsOf(query)) {
    const posted = postings.get(gram);
    if (posted === undefined) return new Uint8Array(1);
    keepPosted(bits, posted);
  }
  return bits;
}

describe('grams', () => {
  test('a text with the query in it has all of its grams', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(units, units), { maxLength: 7 }), units, (around, query) => {
        const texts = around.map(([before, after]) => before + query + after);
        const bits = withGrams(postingsOf(texts), query);
        expect(texts.every((_text, place) => hasBit(bits, place))).toBe(true);
      }),
    );
  });

  test('a query that is a gram is in exactly those texts that have it', () => {
    const short = units.map((text) => text.slice(0, 4)).filter(isGram);
    fc.assert(
      fc.property(fc.array(units, { maxLength: 8 }), short, (texts, query) => {
        const bits = withGrams(postingsOf(texts), query);
        expect(texts.map((_text, place) => hasBit(bits, place))).toEqual(
          texts.map((text) => text.includes(query)),
        );
      }),
    );
  });

  test('a long query is looked up by few of its grams', () => {
    expect(gramsOf('abcdefghij'.repeat(1_000)).length).toBeLessThanOrEqual(41);
  });
});

test('postings keep the places that they were made of, few or many', () => {
  const size = 20_000;
  const places = fc.oneof(
    { arbitrary: fc.uniqueArray(fc.nat(size - 1), { maxLength: 40 }), weight: 1 },
    { arbitrary: fc.uniqueArray(fc.nat(size - 1), { maxLength: size, size: 'max' }), weight: 1 },
  );
  const bytes = fc.uint8Array({ minLength: size / 8, maxLength: size / 8 });
  fc.assert(
    fc.property(places, bytes, (some, before) => {
      const texts = Array.from({ length: size }, () => '');
      for (const place of some) texts[place] = 'a';
      const postings = postingsOf(texts, size).get(97);
      const bits = before.slice();
      const left = postings === undefined ? keepNone(bits) : keepPosted(bits, postings);
      const expected = some.filter((place) => hasBit(before, place)).toSorted((a, b) => a - b);
      expect(
        texts
          .keys()
          .filter((place) => hasBit(bits, place))
          .toArray(),
      ).toEqual(expected);
      expect(left).toBe(expected.length);
    }),
    { numRuns: 30 },
  );
});

function keepNone(bits: Uint8Array): number {
  bits.fill(0);
  return 0;
}

test('many grams come in ascending order, each with its notes', () => {
  const letters = Array.from({ length: 90_000 }, (_, index) => String.fromCharCode(0x1000 + index / 3));
  const postings = postingsOf([letters.slice(0, 50_000).join(''), letters.slice(40_000).join('')]);
  expect(postings.size).toBeGreaterThan(80_000);
  for (const [query, places] of [
    [letters.slice(0, 3), 0b01],
    [letters.slice(44_000, 44_003), 0b11],
    [letters.slice(-3), 0b10],
  ] as const) {
    expect(withGrams(postings, query.join(''))[0]).toBe(places);
  }
});
