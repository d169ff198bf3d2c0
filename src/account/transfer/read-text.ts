/** Reads an untrusted text file. */
import type { Pace } from '../sync/slices.ts';
import { type Budget, readBytes } from './read-bytes.ts';
import { UnreadableError } from './transfer-error.ts';

/** A note of 1 MiB takes 6 MiB with every character of its fields escaped; a larger file is not a note. */
const MOST_BYTES = 8 * 1024 * 1024;

/** @throws UnreadableError, what `bytes` throws, and what `pace` throws */
export async function readText(
  bytes: AsyncIterable<Uint8Array>,
  budget: Budget,
  pace: Pace,
): Promise<string> {
  return decode(await readBytes(bytes, budget, pace, MOST_BYTES));
}

/** Windows still writes UTF-16, and says so in the first two bytes. */
function decode(bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UnreadableError('It is not text in UTF-8 or UTF-16.', { cause: error });
  }
}
