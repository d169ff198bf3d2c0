/** Reads an untrusted file of limited size. */
import type { Pace } from '../../sync/slices.ts';
import { UnreadableError } from './transfer-error.ts';

export class TooLargeError extends UnreadableError {
  constructor() {
    super('Larger than any note.');
  }
}

/** How much memory the files of an import may still take, so that a hostile archive cannot fill it. */
export interface Budget {
  /**
   * Takes the bytes of what stays in memory. What was read and refused or left out costs nothing.
   * @returns false, and takes nothing, if there are fewer left
   */
  take(bytes: number): boolean;
}

export function createBudget(most: number): Budget {
  let taken = 0;
  return {
    take(bytes) {
      if (taken + bytes > most) return false;
      taken += bytes;
      return true;
    },
  };
}

/**
 * @param most the largest size of the file, in bytes
 * @throws TooLargeError, UnreadableError, what `bytes` throws, and what `pace` throws
 */
export async function readBytes(
  bytes: AsyncIterable<Uint8Array>,
  pace: Pace,
  most: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > most) throw new TooLargeError();
    chunks.push(chunk);
    await pace();
  }
  const [first] = chunks;
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
}
