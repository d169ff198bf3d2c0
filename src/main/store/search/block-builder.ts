/**
 * Collects the grams of a block of notes: a table of grams by open addressing and each gram's notes as they will be stored,
 * all plain numbers in typed arrays, because a block has ten million pairs of a gram and a note and is built beside
 * everything else. What a gram has so far is a chain of chunks in one pool: a byte or so for each pair.
 */
import { fourOf, pairOf, tripleOf } from './grams.ts';
import { toPostings } from './postings.ts';

export interface BlockBuilder {
  /**
   * Takes a note's fields, each by itself.
   * @param place of the note in the block; notes come in ascending order
   */
  add(place: number, folded: readonly string[]): void;
  /** Every gram with its postings (`postings.ts`), grams ascending; null for a step without one. */
  postings(size: number): Generator<GramPostings | null, void>;
}

export interface GramPostings {
  readonly gram: number;
  readonly postings: Uint8Array;
}

const FIRST_CAPACITY = 1 << 16;
/** Bytes of a chunk, and of them those before the link to the next one. */
const CHUNK = 16;
const LINK = 12;
/** So many grams are sorted in a step. */
const RUN = 1 << 15;

export function createBlockBuilder(): BlockBuilder {
  // Slots of the table: number of a gram plus one, 0 where free.
  let slots = new Int32Array(FIRST_CAPACITY);
  // By number of the gram.
  let grams = new Float64Array(FIRST_CAPACITY / 2);
  let lastPlace = new Int32Array(FIRST_CAPACITY / 2);
  let firstChunk = new Int32Array(FIRST_CAPACITY / 2);
  let nextByte = new Int32Array(FIRST_CAPACITY / 2);
  let known = 0;
  let pool = new Uint8Array(FIRST_CAPACITY * CHUNK);
  let links = new Int32Array(pool.buffer);
  let poolEnd = 0;

  function slotOf(gram: number): number {
    const mask = slots.length - 1;
    const high = (gram / 0x1_0000_0000) | 0;
    const low = (gram - high * 0x1_0000_0000) | 0;
    let hash = Math.imul(low ^ Math.imul(high, 0x85eb_ca6b), 0x9e37_79b1);
    hash ^= hash >>> 15;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot] ?? 0;
      if (number === 0 || grams[number - 1] === gram) return slot;
    }
  }

  function grow(): void {
    slots = new Int32Array(slots.length * 4);
    grams = longer(grams, new Float64Array(slots.length / 2));
    lastPlace = longer(lastPlace, new Int32Array(slots.length / 2));
    firstChunk = longer(firstChunk, new Int32Array(slots.length / 2));
    nextByte = longer(nextByte, new Int32Array(slots.length / 2));
    for (let number = 0; number < known; number += 1) slots[slotOf(grams[number] ?? 0)] = number + 1;
  }

  function chunk(): number {
    if (poolEnd === pool.length) {
      pool = new Uint8Array(pool.buffer.transfer(pool.length * 2));
      links = new Int32Array(pool.buffer);
    }
    poolEnd += CHUNK;
    return poolEnd - CHUNK;
  }

  function numberOf(gram: number): number {
    const slot = slotOf(gram);
    const number = (slots[slot] ?? 0) - 1;
    if (number >= 0) return number;
    slots[slot] = known + 1;
    grams[known] = gram;
    lastPlace[known] = -1;
    const first = chunk();
    firstChunk[known] = first;
    nextByte[known] = first;
    known += 1;
    if (known >= grams.length) grow();
    return known - 1;
  }

  function take(gram: number, place: number): void {
    const number = numberOf(gram);
    const last = lastPlace[number] ?? 0;
    if (last === place) return;
    lastPlace[number] = place;
    let distance = place - last - 1;
    for (; distance >= 0x80; distance >>= 7) append(number, (distance & 0x7f) | 0x80);
    append(number, distance);
  }

  function append(number: number, byte: number): void {
    let at = nextByte[number] ?? 0;
    if (at % CHUNK === LINK) {
      const next = chunk();
      links[at >> 2] = next;
      at = next;
    }
    pool[at] = byte;
    nextByte[number] = at + 1;
  }

  /** @returns how many bytes the gram has, which `into` has then */
  function copy(number: number, into: Uint8Array): number {
    const end = nextByte[number] ?? 0;
    let length = 0;
    for (let at = firstChunk[number] ?? 0; at !== end; at += 1) {
      if (at % CHUNK === LINK) at = links[at >> 2] ?? 0;
      into[length] = pool[at] ?? 0;
      length += 1;
    }
    return length;
  }

  function* ascending(): Generator<number | null, void> {
    const runs: { readonly sorted: Float64Array; next: number }[] = [];
    for (let from = 0; from < known; from += RUN) {
      runs.push({ sorted: grams.subarray(from, Math.min(from + RUN, known)).toSorted(), next: 0 });
      yield null;
    }
    for (let left = known; left > 0; left -= 1) {
      let least = Infinity;
      let leastRun = runs[0];
      for (const run of runs) {
        const gram = run.sorted[run.next] ?? Infinity;
        if (gram >= least) continue;
        least = gram;
        leastRun = run;
      }
      if (leastRun !== undefined) leastRun.next += 1;
      yield least;
    }
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
      // The distances of a gram's notes sum up to the size at most, and one of two bytes is 128 at least.
      const distances = new Uint8Array(size * 2);
      for (const gram of ascending()) {
        if (gram === null) {
          yield null;
          continue;
        }
        const length = copy((slots[slotOf(gram)] ?? 0) - 1, distances);
        yield { gram, postings: toPostings(distances.subarray(0, length), size) };
      }
    },
  };
}

function longer<Items extends Float64Array | Int32Array>(from: Items, to: Items): Items {
  to.set(from);
  return to;
}
