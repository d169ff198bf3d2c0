/** Reads an untrusted text file. */
import type { Pace } from '../sync/slices.ts';
import { type Budget, checkBudget } from './read-json.ts';
import { UnreadableError } from './transfer-error.ts';

/** Far more than a note of 1 MiB; a larger file is not a note. */
const MOST_BYTES = 4 * 1024 * 1024;

/** @throws UnreadableError, what `bytes` throws, and what `pace` throws */
export async function readText(
  bytes: AsyncIterable<Uint8Array>,
  budget: Budget,
  pace: Pace,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  checkBudget(budget);
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    budget.bytes -= chunk.byteLength;
    if (size > MOST_BYTES) throw new UnreadableError('It is larger than any note.');
    checkBudget(budget);
    chunks.push(chunk);
    await pace();
  }
  return decode(Buffer.concat(chunks));
}

/** Windows still writes UTF-16, and says so in the first two bytes. */
function decode(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UnreadableError('It is not text in UTF-8 or UTF-16.', { cause: error });
  }
}
