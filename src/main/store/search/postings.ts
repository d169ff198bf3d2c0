/**
 * Which notes of a block have a gram, as bytes: a bitmap where there are many, distances of seven bits a byte where
 * there are few. The first byte says which.
 */
import { bitCount } from './bits.ts';

const SPARSE = 0;
const BITMAP = 1;

/**
 * @param places ascending places of notes in the block
 * @param size how many notes the block has, a multiple of 8
 */
export function encodePostings(places: ArrayLike<number>, size: number): Uint8Array {
  const sparse = encodeSparse(places, size / 8);
  if (sparse !== null) return sparse;
  const bytes = new Uint8Array(1 + size / 8);
  bytes[0] = BITMAP;
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] ?? 0;
    bytes[1 + (place >> 3)] = (bytes[1 + (place >> 3)] ?? 0) | (1 << (place & 7));
  }
  return bytes;
}

/** @returns null where it takes more than `most` bytes */
function encodeSparse(places: ArrayLike<number>, most: number): Uint8Array | null {
  if (places.length > most) return null;
  const bytes: number[] = [SPARSE];
  let before = -1;
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] ?? 0;
    let distance = place - before - 1;
    before = place;
    for (; distance >= 0x80; distance >>= 7) bytes.push((distance & 0x7f) | 0x80);
    bytes.push(distance);
  }
  return bytes.length <= most + 1 ? Uint8Array.from(bytes) : null;
}

const scratch = new Uint8Array(4096);

/**
 * Leaves only those bits that the postings have, too.
 * @param bits the block's, one for each note
 * @returns how many bits are left
 */
export function keepPosted(bits: Uint8Array, postings: Uint8Array): number {
  const posted = postings[0] === BITMAP ? postings.subarray(1) : decodeSparse(postings, bits.length);
  let left = 0;
  for (let index = 0; index < bits.length; index += 1) {
    const byte = (bits[index] ?? 0) & (posted[index] ?? 0);
    bits[index] = byte;
    left += bitCount(byte);
  }
  return left;
}

function decodeSparse(postings: Uint8Array, length: number): Uint8Array {
  const bytes = scratch.subarray(0, length).fill(0);
  let place = -1;
  for (let index = 1; index < postings.length; index += 1) {
    let byte = postings[index] ?? 0;
    let distance = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      index += 1;
      byte = postings[index] ?? 0;
      distance |= (byte & 0x7f) << shift;
    }
    place += distance + 1;
    bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (1 << (place & 7));
  }
  return bytes;
}
