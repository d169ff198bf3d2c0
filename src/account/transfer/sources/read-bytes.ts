/** Reads an untrusted file of limited size. */
import type { Pace } from '../../sync/slices.ts';
import { UnreadableError } from './transfer-error.ts';

export class TooLargeError extends UnreadableError {}

/** How much an import may still read, so that what a hostile archive unpacks to cannot fill the memory. */
export interface Budget {
  bytes: number;
}

/**
 * @param most the largest size of the file, in bytes
 * @throws TooLargeError, UnreadableError, what `bytes` throws, and what `pace` throws
 */
export async function readBytes(
  bytes: AsyncIterable<Uint8Array>,
  budget: Budget,
  pace: Pace,
  most: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    budget.bytes -= chunk.byteLength;
    if (size > most) throw new TooLargeError('It is larger than any note.');
    if (budget.bytes < 0) throw new UnreadableError('Too much was read before it for one import.');
    chunks.push(chunk);
    await pace();
  }
  const [first] = chunks;
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
}
