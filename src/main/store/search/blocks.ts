/** The finished blocks of the index, and which entries each one holds. */
import { keepPosted } from './postings.ts';
import type { IndexFile } from './index-file.ts';

export interface Blocks {
  /** How many entries are in blocks; a multiple of 8. */
  readonly entries: number;
  readonly count: number;
  /** A block of so many entries has been finished. */
  append(size: number): void;
  /** Leaves only entries that have every gram, or nearly so: a block with one entry left is not looked at further. */
  keep(possible: Uint8Array, grams: readonly number[]): void;
}

export function createBlocks(file: Pick<IndexFile, 'postings'>, sizes: readonly number[]): Blocks {
  const starts = [0];
  for (const size of sizes) append(size);

  function append(size: number): void {
    starts.push((starts.at(-1) ?? 0) + size);
  }

  function keepOfBlock(block: number, bits: Uint8Array, grams: readonly number[]): void {
    for (const [index, gram] of grams.entries()) {
      const postings = file.postings(block, gram);
      if (postings === null) {
        bits.fill(0);
        return;
      }
      const left = keepPosted(bits, postings);
      // One gram alone decides by itself; of several, the text says the rest of one note as fast.
      if (left === 0 || (left === 1 && index < grams.length - 1)) return;
    }
  }

  return {
    get entries() {
      return starts.at(-1) ?? 0;
    },
    get count() {
      return starts.length - 1;
    },
    append,
    keep(possible, grams) {
      for (let block = 0; block + 1 < starts.length; block += 1) {
        const [from = 0, to = 0] = starts.slice(block, block + 2);
        keepOfBlock(block, possible.subarray(from >> 3, to >> 3), grams);
      }
    },
  };
}
