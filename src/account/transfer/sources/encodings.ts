/** Guesses the encoding of bytes by the letters that languages have, among encodings that every system decodes. */
import { detectAll } from 'jschardet';

/** Bytes from which an encoding is guessed, in some 20 ms. */
const MOST_GUESSED = 8 * 1024;

/** @returns names for `TextDecoder`, as people write them, the likeliest first, with a confidence between 0 and 1 */
export function likelyEncodings(
  bytes: Uint8Array,
  among: readonly string[],
): readonly { readonly encoding: string; readonly confidence: number }[] {
  // Without Windows-1252 among them, the library prints a warning where nothing fits.
  const detectEncodings = ['windows-1252', ...among];
  return detectAll(bytes.subarray(0, MOST_GUESSED), { detectEncodings, minimumThreshold: 0 }).flatMap(
    ({ encoding, confidence }) =>
      encoding === null ? [] : [{ encoding: encoding.replace('SHIFT_JIS', 'Shift_JIS'), confidence }],
  );
}
