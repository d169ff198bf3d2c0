/** A set of small whole numbers, eight a byte. */

const COUNTS = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

export function bitCount(byte: number): number {
  return COUNTS[byte] ?? 0;
}

export function hasBit(bits: Uint8Array, place: number): boolean {
  return ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;
}

/** @param place within the length of the set */
export function setBit(bits: Uint8Array, place: number): void {
  bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
}

export function clearBit(bits: Uint8Array, place: number): void {
  bits[place >> 3] = (bits[place >> 3] ?? 0) & ~(1 << (place & 7));
}

/** The set with room for so many places; the very same where it has that already. New bytes are filled. */
export function resized(bits: Uint8Array, places: number, fill: number): Uint8Array {
  const length = (places + 7) >> 3;
  if (bits.length >= length && bits.length > 0) return bits;
  const larger = new Uint8Array(length).fill(fill);
  larger.set(bits);
  return larger;
}
