/**
 * Collects the grams of a block of notes: a table of grams by open addressing and a list of (gram, note) pairs, both
 * plain numbers in typed arrays, because a block has a million pairs and is built beside everything else.
 */
import { fourOf, pairOf, tripleOf } from './grams.ts';
import { encodePostings } from './postings.ts';

export interface BlockBuilder {
  /**
   * Takes a note's fields, each by itself.
   * @param place of the note in the block; notes come in ascending order
   */
  add(place: number, folded: readonly string[]): void;
  /** Every gram with its postings (`postings.ts`), grams ascending. */
  postings(size: number): Generator<{ readonly gram: number; readonly postings: Uint8Array }, void>;
}

const FIRST_CAPACITY = 1 << 16;

export function createBlockBuilder(): BlockBuilder {
  // Slots of the table: number of a gram plus one, 0 where free.
  let slots = new Int32Array(FIRST_CAPACITY);
  // By number of the gram.
  let grams = new Float64Array(FIRST_CAPACITY / 2);
  let lastPlace = new Int32Array(FIRST_CAPACITY / 2);
  let counts = new Int32Array(FIRST_CAPACITY / 2);
  let known = 0;
  let pairGrams = new Int32Array(FIRST_CAPACITY);
  let pairPlaces = new Uint16Array(FIRST_CAPACITY);
  let pairs = 0;

  function slotOf(gram: number): number {
    const mask = slots.length - 1;
    const low = (gram % 0x1_0000_0000) | 0;
    const high = (gram / 0x1_0000_0000) | 0;
    let hash = Math.imul(low ^ Math.imul(high, 0x85eb_ca6b), 0x9e37_79b1);
    hash ^= hash >>> 15;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot] ?? 0;
      if (number === 0 || grams[number - 1] === gram) return slot;
    }
  }

  function grow(): void {
    slots = new Int32Array(slots.length * 2);
    grams = longer(grams, new Float64Array(slots.length / 2));
    lastPlace = longer(lastPlace, new Int32Array(slots.length / 2));
    counts = longer(counts, new Int32Array(slots.length / 2));
    for (let number = 0; number < known; number += 1) slots[slotOf(grams[number] ?? 0)] = number + 1;
  }

  function take(gram: number, place: number): void {
    const slot = slotOf(gram);
    let number = (slots[slot] ?? 0) - 1;
    if (number < 0) {
      number = known;
      known += 1;
      slots[slot] = known;
      grams[number] = gram;
      lastPlace[number] = -1;
      if (known >= grams.length) grow();
    }
    if (lastPlace[number] === place) return;
    lastPlace[number] = place;
    counts[number] = (counts[number] ?? 0) + 1;
    if (pairs === pairGrams.length) {
      pairGrams = longer(pairGrams, new Int32Array(pairs * 2));
      pairPlaces = longer(pairPlaces, new Uint16Array(pairs * 2));
    }
    pairGrams[pairs] = number;
    pairPlaces[pairs] = place;
    pairs += 1;
  }

  return {
    add(place, folded) {
      for (const field of folded) {
        let z = 0;
        let a = 0;
        let b = 0;
        for (let index = 0; index < field.length; index += 1) {
          const c = field.charCodeAt(index);
          take(c, place);
          if (index > 0) take(pairOf(b, c), place);
          if (index > 1) take(tripleOf(a, b, c), place);
          const four = index > 2 ? fourOf(z, a, b, c) : 0;
          if (four !== 0) take(four, place);
          z = a;
          a = b;
          b = c;
        }
      }
    },
    *postings(size) {
      const ascending = grams.subarray(0, known).toSorted();
      const { places, ends } = placesByGram();
      for (const gram of ascending) {
        const number = (slots[slotOf(gram)] ?? 0) - 1;
        const end = ends[number] ?? 0;
        const own = places.subarray(end - (counts[number] ?? 0), end);
        yield { gram, postings: encodePostings(own, size) };
      }
    },
  };

  /** Where each gram's places end in one list of all places, which are grouped by gram. */
  function placesByGram(): { places: Uint16Array; ends: Int32Array } {
    const ends = new Int32Array(known);
    let sum = 0;
    for (let number = 0; number < known; number += 1) {
      ends[number] = sum;
      sum += counts[number] ?? 0;
    }
    const places = new Uint16Array(pairs);
    for (let pair = 0; pair < pairs; pair += 1) {
      const number = pairGrams[pair] ?? 0;
      const at = ends[number] ?? 0;
      places[at] = pairPlaces[pair] ?? 0;
      ends[number] = at + 1;
    }
    return { places, ends };
  }
}

function longer<Items extends Float64Array | Int32Array | Uint16Array>(from: Items, to: Items): Items {
  to.set(from);
  return to;
}
