/**
 * Grams: every run of one, two or three UTF-16 units of a folded text, and every run of four where all are of a small
 * alphabet, each as a number of its own. Units rather than characters, because search compares units (spec §5 by
 * `#shared/search.ts`): half of an emoji finds the whole of it. Four, because a long text in letters has nearly all
 * runs of three somewhere; a script of thousands of characters needs no more than three.
 */

/** Below this a unit is of a small alphabet: Latin, Greek, Cyrillic, Hebrew, Arabic, those of India. */
const SMALL = 0x1000;
/** So many are enough to leave few candidates; a longer query is looked for in those. */
const MOST_GRAMS = 40;

const PAIRS = 0x1_0000;
const TRIPLES = 0x2_0000_0000;

export function pairOf(a: number, b: number): number {
  return PAIRS + a * 0x1_0000 + b;
}

export function tripleOf(a: number, b: number, c: number): number {
  return TRIPLES + a * 0x1_0000_0000 + b * 0x1_0000 + c;
}

/** A negative number, so that it is none of the others; 0 where a unit is not of a small alphabet. */
export function fourOf(a: number, b: number, c: number, d: number): number {
  if ((a | b | c | d) >= SMALL) return 0;
  return -1 - (((a * SMALL + b) * SMALL + c) * SMALL + d);
}

/** Whether the query is a gram itself: then exactly those texts that have its gram have the query. */
export function isGram(folded: string): boolean {
  return folded.length <= 3 || (folded.length === 4 && fourAt(folded, 0) !== 0);
}

/**
 * Grams that every text with the query in it has.
 * @param folded not empty
 */
export function gramsOf(folded: string): number[] {
  if (folded.length === 1) return [folded.charCodeAt(0)];
  if (folded.length === 2) return [pairOf(folded.charCodeAt(0), folded.charCodeAt(1))];
  if (folded.length === 3) return [tripleAt(folded, 0)];
  const grams = new Set<number>();
  // Without overlap first: they say most about the query.
  for (let start = 0; start < 4; start += 1) {
    for (let at = start; at + 4 <= folded.length && grams.size < MOST_GRAMS; at += 4) {
      const four = fourAt(folded, at);
      for (const gram of four === 0 ? [tripleAt(folded, at), tripleAt(folded, at + 1)] : [four])
        grams.add(gram);
    }
  }
  return [...grams];
}

function tripleAt(text: string, at: number): number {
  return tripleOf(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2));
}

function fourAt(text: string, at: number): number {
  const [a, b, c, d] = [0, 1, 2, 3].map((place) => text.charCodeAt(at + place));
  return fourOf(a ?? 0, b ?? 0, c ?? 0, d ?? 0);
}
