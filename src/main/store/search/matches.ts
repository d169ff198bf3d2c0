/**
 * What is known of the entries that match a query. It only ever becomes more: an entry that was looked at is decided,
 * and a query that holds a shorter one within it starts with what that has ruled out.
 */
import { bitCount, clearBit, hasBit, resized, setBit } from './bits.ts';
import type { Blocks } from './blocks.ts';
import { gramsOf, isGram } from './grams.ts';

export interface Matches {
  readonly folded: string;
  /** What the blocks were asked for, by this one or by a shorter one. */
  readonly grams: readonly number[];
  /** Makes room for so many entries. */
  extend(count: number): void;
  /** Null where nobody has looked yet. */
  verdict(entry: number): boolean | null;
  /** How many of these entries match as far as is known, and how many nobody has looked at. */
  count(among: Uint8Array): { matching: number; open: number };
  /** Entries of these that match or may match, at most `most`; null where there are more. */
  few(among: Uint8Array, most: number): number[] | null;
  decide(entry: number, matches: boolean): void;
  /** Leaves no entry that this one has ruled out. */
  narrow(possible: Uint8Array): void;
}

/**
 * @param folded not empty
 * @param count how many entries there are
 * @param shorter known matches of queries that stand within this one
 */
export function createMatches(
  folded: string,
  blocks: Blocks,
  count: number,
  shorter: readonly Matches[],
): Matches {
  const grams = gramsOf(folded);
  // Whatever comes later may match: all places beyond the entries are set.
  let possible = resized(new Uint8Array(0), count, 0xff);
  for (const one of shorter) one.narrow(possible);
  const asked = new Set(shorter.flatMap((one) => one.grams));
  blocks.keep(
    possible,
    grams.filter((gram) => !asked.has(gram)),
  );
  const exact = isGram(folded) ? possible.subarray(0, blocks.entries >> 3) : new Uint8Array(0);
  let decided = resized(exact.slice(), count, 0);
  return {
    folded,
    grams,
    extend(to) {
      possible = resized(possible, to, 0xff);
      decided = resized(decided, to, 0);
    },
    verdict(entry) {
      if (!hasBit(possible, entry)) return false;
      return hasBit(decided, entry) ? true : null;
    },
    count(among) {
      let matching = 0;
      let open = 0;
      for (let index = 0; index < possible.length; index += 1) {
        const byte = (possible[index] ?? 0) & (among[index] ?? 0);
        if (byte === 0) continue;
        matching += bitCount(byte & (decided[index] ?? 0));
        open += bitCount(byte & ~(decided[index] ?? 0));
      }
      return { matching, open };
    },
    few(among, most) {
      const entries: number[] = [];
      for (let index = 0; index < possible.length; index += 1) {
        const byte = (possible[index] ?? 0) & (among[index] ?? 0);
        for (let bit = 0; byte >> bit !== 0; bit += 1) {
          if (((byte >> bit) & 1) !== 0) entries.push(index * 8 + bit);
        }
        if (entries.length > most) return null;
      }
      return entries;
    },
    decide(entry, matches) {
      if (matches) setBit(decided, entry);
      else clearBit(possible, entry);
    },
    narrow(others) {
      const length = Math.min(others.length, possible.length);
      for (let index = 0; index < length; index += 1) {
        others[index] = (others[index] ?? 0) & (possible[index] ?? 0);
      }
    },
  };
}
