/**
 * Which notes of a block have a gram, as bytes: a bitmap where there are many, distances of seven bits a byte where
 * there are few. The first byte says which.
 */
import { bitCount, setBit } from './bits.ts';

const SPARSE = 0;
const BITMAP = 1;

/**
 * @param distances of ascending places of notes in the block, from each to the next and from -1 to the first, less one: seven
 *   bits a byte, the lowest first, with the highest bit where more follow
 * @param size how many notes the block has, a multiple of 8
 */
export function toPostings(distances: Uint8Array, size: number): Uint8Array {
  const sparse = distances.length <= size / 8;
  const bytes = new Uint8Array(1 + (sparse ? distances.length : size / 8));
  bytes[0] = sparse ? SPARSE : BITMAP;
  if (sparse) bytes.set(distances, 1);
  else setPlaces(bytes.subarray(1), distances);
  return bytes;
}

let scratch = new Uint8Array(0);

/**
 * Leaves only those bits that the postings have, too.
 * @param bits the block's, one for each note
 * @returns how many bits are left
 */
export function keepPosted(bits: Uint8Array, postings: Uint8Array): number {
  const posted = postings[0] === BITMAP ? postings.subarray(1) : bitsOf(postings, bits.length);
  let left = 0;
  for (let index = 0; index < bits.length; index += 1) {
    const byte = (bits[index] ?? 0) & (posted[index] ?? 0);
    bits[index] = byte;
    left += bitCount(byte);
  }
  return left;
}

function bitsOf(postings: Uint8Array, length: number): Uint8Array {
  if (scratch.length < length) scratch = new Uint8Array(length);
  const bits = scratch.subarray(0, length).fill(0);
  setPlaces(bits, postings.subarray(1));
  return bits;
}

function setPlaces(bits: Uint8Array, distances: Uint8Array): void {
  let place = -1;
  for (let index = 0; index < distances.length; index += 1) {
    let byte = distances[index] ?? 0;
    let distance = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      index += 1;
      byte = distances[index] ?? 0;
      distance |= (byte & 0x7f) << shift;
    }
    place += distance + 1;
    setBit(bits, place);
  }
}
