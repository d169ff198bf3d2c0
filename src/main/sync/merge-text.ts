/**
 * Merges two versions of a text that were made from one base (S5): line by line, and within lines that both sides
 * changed word by word. What both changed in the same place is not guessed at.
 */
import { diff3Merge } from 'node-diff3';

/**
 * Pairs of equal pieces that a comparison may look at. Its time grows with them: a text that repeats one line ten
 * thousand times would hold up the process.
 */
const MOST_PAIRS = 50_000;

/** Every character is in a piece: what is in none would be missing from what is merged. A dot is not every character. */
const LINES = /[^\n]*\n|[^\n]+$/gu;
/** A word keeps the white space after it: on its own, white space would match everywhere. */
const WORDS = /\S+\s*|\s+/gu;

type Merge = (base: string, local: string, remote: string) => string | null;

const mergeWords = mergePieces(WORDS, () => null);

/** The merged text; null where both sides changed the same place, or the texts are too alike in themselves. */
export const mergeText: Merge = mergePieces(LINES, mergeWords);

/** @param inPlace merges what both sides changed in one place */
function mergePieces(piece: RegExp, inPlace: Merge): Merge {
  return (base, local, remote) => {
    const from = base.match(piece) ?? [];
    const ours = local.match(piece) ?? [];
    const theirs = remote.match(piece) ?? [];
    if (equalPairs(from, ours) + equalPairs(from, theirs) > MOST_PAIRS) return null;
    let merged = '';
    for (const { ok, conflict } of diff3Merge(ours, from, theirs, { excludeFalseConflicts: true })) {
      const text =
        ok?.join('') ?? (conflict && inPlace(conflict.o.join(''), conflict.a.join(''), conflict.b.join('')));
      if (text === undefined || text === null) return null;
      merged += text;
    }
    return merged;
  };
}

function equalPairs(one: readonly string[], two: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const piece of one) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  return two.reduce((pairs, piece) => pairs + (counts.get(piece) ?? 0), 0);
}
