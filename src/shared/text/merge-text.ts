/**
 * Merges two versions of a text that were made from one base (S5.3): line by line, and within lines that both
 * sides changed word by word. If both changed the same place, no result is guessed. The ticks of boxes in
 * lists are merged separately: lines and words are compared without ticks, so ticking never prevents words
 * from being merged. Items that both sides added to a list in one place all stay, equal ones once. Line ends
 * are also merged separately.
 */
import { alignedPlaces, LINES, newAlignmentBudget, WORDS, type AlignmentBudget } from './align-text.ts';
import { hasCarriageReturn, mergeLineEnds, withNewlines } from './line-ends.ts';
import { boxAt, untick } from './list-lines.ts';

/**
 * The merged text; null if both sides changed the same place, or if the texts repeat their own lines or words
 * too often.
 */
export function mergeText(base: string, local: string, remote: string): string | null {
  if (local === remote || remote === base) return local;
  if (local === base) return remote;
  if (![base, local, remote].some(hasCarriageReturn)) return mergeLines(base, local, remote);
  const merged = mergeLines(withNewlines(base), withNewlines(local), withNewlines(remote));
  return merged === null ? null : mergeLineEnds(merged, base, local, remote);
}

function mergeLines(base: string, local: string, remote: string): string | null {
  const budget = newAlignmentBudget();
  return mergePieces(
    LINES,
    base,
    local,
    remote,
    budget,
    (...lines) => mergePieces(WORDS, ...lines, budget, () => null) ?? mergeNewItems(...lines, budget),
  );
}

type MergeInPlace = (base: string, local: string, remote: string) => string | null;

/** @param mergeInPlace merges a place that both sides changed */
function mergePieces(
  piece: RegExp,
  base: string,
  local: string,
  remote: string,
  budget: AlignmentBudget,
  mergeInPlace: MergeInPlace,
): string | null {
  const from = piecesOf(piece, base);
  const ours = piecesOf(piece, local);
  const theirs = piecesOf(piece, remote);
  const inOurs = alignedPlaces(from.unticked, ours.unticked, budget);
  const inTheirs = alignedPlaces(from.unticked, theirs.unticked, budget);
  if (inOurs === null || inTheirs === null) return null;
  if (piece === WORDS) {
    unalignOtherLines(from.unticked, ours.unticked, inOurs);
    unalignOtherLines(from.unticked, theirs.unticked, inTheirs);
  } else {
    const [ourTicks, theirTicks] = [ticksIn(from, ours, inOurs), ticksIn(from, theirs, inTheirs)];
    applyTicksToMovedLines(theirs, inTheirs, ourTicks);
    applyTicksToMovedLines(ours, inOurs, theirTicks);
  }
  const length = from.written.length;
  let merged = '';
  let [start, ourStart, theirStart] = [0, 0, 0];
  for (;;) {
    let end = start;
    while (end < length && ((inOurs[end] ?? -1) < 0 || (inTheirs[end] ?? -1) < 0)) end += 1;
    // Up to the next piece that both sides still have, or to the end.
    const ourEnd = inOurs[end] ?? ours.written.length;
    const theirEnd = inTheirs[end] ?? theirs.written.length;
    const part = mergePart(
      partOf(from, start, end),
      partOf(ours, ourStart, ourEnd),
      partOf(theirs, theirStart, theirEnd),
      mergeInPlace,
    );
    if (part === null) return null;
    merged += part;
    if (end === length) return merged;
    merged += mergeTick(from, end, ours.written[ourEnd], theirs.written[theirEnd]);
    [start, ourStart, theirStart] = [end + 1, ourEnd + 1, theirEnd + 1];
  }
}

const BOX = /^(?:[☐☑]\uFE0F?|[-*+] {1,4}\[[ xX]\])\s*$/u;

/**
 * Two boxes are the same only if their lines have a word in common. Otherwise a tick could move to another
 * line. A glyph in the middle of a line is not a box, so each line is read at most once.
 */
function unalignOtherLines(from: readonly string[], side: readonly string[], inSide: Int32Array): void {
  for (const [at, box] of from.entries()) {
    const atInSide = inSide[at] ?? -1;
    if (atInSide < 0 || !beginsLine(from, at) || !BOX.test(box)) continue;
    const isSame =
      beginsLine(side, atInSide) && !wordsOfLine(from, at).isDisjointFrom(wordsOfLine(side, atInSide));
    if (!isSame) inSide[at] = -1;
  }
}

/** Whether only white space precedes this piece in its line. White space belongs to the word before it. */
function beginsLine(pieces: readonly string[], at: number): boolean {
  const before = pieces[at - 1] ?? '\n';
  return before.includes('\n') || (at === 1 && before.trim() === '');
}

/** From a box to the end of its line. */
function wordsOfLine(pieces: readonly string[], box: number): Set<string> {
  const words = new Set<string>();
  for (let at = box; at + 1 < pieces.length && !(pieces[at] ?? '').includes('\n'); at += 1)
    words.add((pieces[at + 1] ?? '').trimEnd());
  return words;
}

interface Pieces {
  readonly written: string[];
  readonly unticked: readonly string[];
}

function piecesOf(piece: RegExp, text: string): Pieces {
  const written = text.match(piece) ?? [];
  const unticked = untick(text);
  return { written, unticked: unticked === text ? written.slice() : (unticked.match(piece) ?? []) };
}

interface Part {
  readonly written: string;
  readonly unticked: string;
}

const NOTHING: Part = { written: '', unticked: '' };

function partOf({ written, unticked }: Pieces, start: number, end: number): Part {
  if (start === end) return NOTHING;
  return { written: written.slice(start, end).join(''), unticked: unticked.slice(start, end).join('') };
}

function mergePart(base: Part, local: Part, remote: Part, mergeInPlace: MergeInPlace): string | null {
  if (local.written === remote.written || remote.written === base.written) return local.written;
  if (local.written === base.written) return remote.written;
  const merged = mergeInPlace(base.written, local.written, remote.written);
  if (merged !== null) return merged;
  // If one side only changed ticks, the other side's words win.
  if (local.unticked === base.unticked) return remote.written;
  if (remote.unticked === base.unticked) return local.written;
  return local.unticked === remote.unticked ? withTicksOfBoth(local.written, remote.written) : null;
}

/** Merges a piece that both sides still have, perhaps with another tick. */
function mergeTick({ written, unticked }: Pieces, place: number, local = '', remote = ''): string {
  const base = written[place];
  if (local === remote || remote === base) return local;
  if (local === base) return remote;
  // Both sides changed the tick, which has two spellings (`x` and `X`).
  const wasTicked = base !== unticked[place];
  return wasTicked === local < remote ? local : remote;
}

function mergeNewItems(base: string, local: string, remote: string, budget: AlignmentBudget): string | null {
  const ours = newItems(base, local);
  const theirs = newItems(base, remote);
  // A text of one line, such as a title, has to stay one line.
  if (ours === null || theirs === null || !`${base}${local}${remote}`.includes('\n')) return null;
  const { length } = base;
  const before = mergePieces(
    LINES,
    base,
    local.slice(0, length),
    remote.slice(0, length),
    budget,
    () => null,
  );
  if (before === null) return null;
  // This order is the same whichever side is the local one.
  const [first, second] =
    untick(ours.join('\n')) < untick(theirs.join('\n')) ? [ours, theirs] : [theirs, ours];
  const secondByWords = new Map(second.map((item) => [untick(item), item]));
  const items = first.map((item) => withTicksOfBoth(item, secondByWords.get(untick(item)) ?? item));
  const inFirst = new Set(first.map(untick));
  items.push(...second.filter((item) => !inFirst.has(untick(item))));
  const isEnded = local.endsWith('\n') || remote.endsWith('\n');
  return `${before}${base === '' || base.endsWith('\n') ? '' : '\n'}${items.join('\n')}${isEnded ? '\n' : ''}`;
}

/** The lines after the base if all of them are boxes; null if there is anything else, or nothing. */
function newItems(base: string, side: string): string[] | null {
  if (!untick(side).startsWith(untick(base))) return null;
  const [first = '', ...rest] = side.slice(base.length).split('\n');
  const isOwnLine = base === '' || base.endsWith('\n');
  if (!isOwnLine && first !== '') return null;
  const lines = isOwnLine ? [first, ...rest] : rest;
  if (lines.at(-1) === '') lines.pop();
  return lines.length > 0 && lines.every((line) => boxAt(line, 0) !== null) ? lines : null;
}

/**
 * Without a common base, a line is ticked if either side has ticked it. The UTF-16 unit of a tick is greater
 * than that of an empty box.
 */
function withTicksOfBoth(local: string, remote: string): string {
  let merged = '';
  for (let at = 0; at < local.length; at += 1) {
    merged += local.charAt(at) > remote.charAt(at) ? local.charAt(at) : remote.charAt(at);
  }
  return merged;
}

/** A line that one side ticked or unticked, and its number in the base. */
interface TickedLine {
  readonly place: number;
  /** As that side has it. */
  readonly written: string;
}

function ticksIn(from: Pieces, side: Pieces, inSide: Int32Array): TickedLine[] {
  return from.written.flatMap((line, place) => {
    const written = side.written[inSide[place] ?? -1] ?? line;
    return written === line ? [] : [{ place, written }];
  });
}

/**
 * If one side ticked a line that the other moved, ticks it in its new place, provided that only one line has
 * these words.
 */
function applyTicksToMovedLines(side: Pieces, inSide: Int32Array, ticked: readonly TickedLine[]): void {
  const moved = ticked.filter(({ place }) => inSide[place] === -1);
  if (moved.length === 0) return;
  const unmoved = new Set(inSide);
  /** Null where several lines have these words. */
  const placeOf = new Map<string, number | null>();
  for (const [at, line] of side.unticked.entries()) {
    const words = line.trimEnd();
    if (!unmoved.has(at)) placeOf.set(words, placeOf.has(words) ? null : at);
  }
  for (const { written } of moved) {
    const at = placeOf.get(untick(written).trimEnd()) ?? null;
    const tick = boxAt(written, 0)?.tick;
    if (at === null || tick === undefined) continue;
    const line = side.written[at] ?? '';
    side.written[at] = line.slice(0, tick) + written.charAt(tick) + line.slice(tick + 1);
  }
}
