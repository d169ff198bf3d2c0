/**
 * Grams: every run of one, two or three UTF-16 units of a folded text, each as a number. Units rather than characters,
 * because search compares units (spec §5 by `#shared/search.ts`): half of an emoji finds the whole of it.
 */

export const LONGEST_GRAM = 3;

/** So many are enough to leave few candidates; a longer query is compared with those. */
const MOST_GRAMS = 40;

const PAIRS = 0x1_0000;
const TRIPLES = 0x2_0000_0000;

/** One, two or three units as a safe integer; different runs are different numbers. */
export function gramOf(units: string): number {
  const [a, b, c] = [units.charCodeAt(0), units.charCodeAt(1), units.charCodeAt(2)];
  if (units.length === 1) return a;
  return units.length === 2 ? pairOf(a, b) : tripleOf(a, b, c);
}

export function pairOf(a: number, b: number): number {
  return PAIRS + a * 0x1_0000 + b;
}

export function tripleOf(a: number, b: number, c: number): number {
  return TRIPLES + a * 0x1_0000_0000 + b * 0x1_0000 + c;
}

/**
 * Grams that every text with the query in it has. Those of a query that is no longer than a gram are exact: a text that
 * has them has the query.
 * @param folded not empty
 */
export function gramsOf(folded: string): number[] {
  if (folded.length <= LONGEST_GRAM) return [gramOf(folded)];
  const last = folded.length - LONGEST_GRAM;
  const grams = new Set<number>();
  // Without overlap first: they say most about the query.
  for (let start = 0; start < LONGEST_GRAM; start += 1) {
    for (let at = start; at <= last && grams.size < MOST_GRAMS; at += LONGEST_GRAM) {
      grams.add(gramOf(folded.slice(at, at + LONGEST_GRAM)));
    }
  }
  return [...grams];
}
