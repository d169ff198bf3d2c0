/**
 * Merges two versions of a text that were made from one base (S5.3): line by line, and within lines that both sides
 * changed word by word. What both changed in the same place is not guessed at.
 */
import { alignedPlaces, LINES, newWork, WORDS, type Work } from './align-text.ts';

/** The merged text; null where both sides changed the same place, or the texts are too alike in themselves. */
export function mergeText(base: string, local: string, remote: string): string | null {
  const work = newWork();
  return mergePieces(LINES, base, local, remote, work, (...lines) =>
    mergePieces(WORDS, ...lines, work, () => null),
  );
}

/** @param mergeInPlace merges what both sides changed in one place */
function mergePieces(
  piece: RegExp,
  base: string,
  local: string,
  remote: string,
  work: Work,
  mergeInPlace: (base: string, local: string, remote: string) => string | null,
): string | null {
  const from = base.match(piece) ?? [];
  const ours = local.match(piece) ?? [];
  const theirs = remote.match(piece) ?? [];
  const inOurs = alignedPlaces(from, ours, work);
  const inTheirs = alignedPlaces(from, theirs, work);
  if (inOurs === null || inTheirs === null) return null;
  let merged = '';
  let [start, ourStart, theirStart] = [0, 0, 0];
  for (;;) {
    let end = start;
    while (end < from.length && ((inOurs[end] ?? -1) < 0 || (inTheirs[end] ?? -1) < 0)) end += 1;
    // Up to the next piece that both sides have kept, or to the end of all.
    const ourEnd = inOurs[end] ?? ours.length;
    const theirEnd = inTheirs[end] ?? theirs.length;
    const part = mergePart(
      from.slice(start, end).join(''),
      ours.slice(ourStart, ourEnd).join(''),
      theirs.slice(theirStart, theirEnd).join(''),
      mergeInPlace,
    );
    if (part === null) return null;
    merged += part + (from[end] ?? '');
    if (end === from.length) return merged;
    [start, ourStart, theirStart] = [end + 1, ourEnd + 1, theirEnd + 1];
  }
}

function mergePart(
  base: string,
  local: string,
  remote: string,
  mergeInPlace: (base: string, local: string, remote: string) => string | null,
): string | null {
  if (local === remote || remote === base) return local;
  return local === base ? remote : mergeInPlace(base, local, remote);
}
