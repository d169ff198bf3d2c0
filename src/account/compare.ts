/** Compares two versions of a note: by lines, and by words within lines that differ. */
import { graphemeEnd, graphemeStart } from '#shared/text/graphemes.ts';
import type { DifferencePart } from '#shared/note/history.ts';
import type { NoteContent } from '#shared/note/note.ts';
import {
  alignedPlaces,
  LINES,
  newAlignmentBudget,
  WORDS,
  type AlignmentBudget,
} from '#shared/text/align-text.ts';

/** More than anyone reads, and about as much as a page draws without a pause. */
const MOST_PARTS = 2_000;

/**
 * How many UTF-16 units of a text are compared for a line, and how many are shown before and
 * from the first difference.
 */
const LINE = { compared: 400, before: 24, shown: 160 } as const;

/**
 * A change as one line: the first words that differ, in the title or else in the text, with a few words
 * around them. Empty if nothing differs.
 */
export function changeLine(before: NoteContent, after: NoteContent): readonly DifferencePart[] {
  const [then, now] = before.title === after.title ? [before.text, after.text] : [before.title, after.title];
  if (then === now) return [];
  const least = Math.min(then.length, now.length);
  let same = 0;
  while (same < least && then[same] === now[same]) same += 1;
  let sameAtEnd = 0;
  while (sameAtEnd < least - same && then.at(-1 - sameAtEnd) === now.at(-1 - sameAtEnd)) sameAtEnd += 1;
  const from = wordStart(then, graphemeStart(then, Math.max(0, same - LINE.before)), same);
  const cut = (text: string): string =>
    text.slice(
      from,
      graphemeEnd(text, Math.min(wordEnd(text, text.length - sameAtEnd), from + LINE.compared)),
    );
  return toLine(differences(cut(then), cut(now)), from > 0);
}

/**
 * Where to begin a line that shows the words before `to`: after white space, if any, but never in an
 * earlier line of the text.
 */
function wordStart(text: string, from: number, to: number): number {
  const between = text.slice(from, to);
  const lineStart = between.lastIndexOf('\n') + 1;
  if (lineStart > 0 || from === 0) return from + lineStart;
  return from + (/^\S*\s+/u.exec(between)?.[0].length ?? 0);
}

/** The end of the word at `from`, of which a line shows only a few letters. */
function wordEnd(text: string, from: number): number {
  return from + (/^\S*/u.exec(text.slice(from, from + LINE.before))?.[0].length ?? 0);
}

function toLine(parts: readonly DifferencePart[], isCut: boolean): readonly DifferencePart[] {
  const line: DifferencePart[] = isCut ? [{ in: 'both', text: '…' }] : [];
  let unitsLeft: number = LINE.shown;
  for (const part of parts) {
    if (unitsLeft <= 0) break;
    const text = part.text.slice(0, graphemeEnd(part.text, unitsLeft)).replaceAll(/\s+/gu, ' ');
    unitsLeft -= text.length;
    add(line, { in: part.in, text });
  }
  return line;
}

/** The parts in `both` and `then` make up the text `then`, those in `both` and `now` the text `now`. */
export function differences(then: string, now: string): readonly DifferencePart[] {
  const parts: DifferencePart[] = [];
  comparePieces(LINES, then, now, newAlignmentBudget(), parts);
  return parts.length > MOST_PARTS ? wholeDifference(then, now) : parts;
}

function comparePieces(
  piece: RegExp,
  then: string,
  now: string,
  budget: AlignmentBudget,
  into: DifferencePart[],
): void {
  const from = then.match(piece) ?? [];
  const to = now.match(piece) ?? [];
  const places = alignedPlaces(from, to, budget);
  if (places === null) {
    for (const part of wholeDifference(then, now)) add(into, part);
    return;
  }
  let [start, toStart] = [0, 0];
  for (;;) {
    let end = start;
    while (places[end] === -1) end += 1;
    const toEnd = places[end] ?? to.length;
    const [thenPart, nowPart] = [from.slice(start, end).join(''), to.slice(toStart, toEnd).join('')];
    if (piece === LINES && thenPart !== '' && nowPart !== '')
      comparePieces(WORDS, thenPart, nowPart, budget, into);
    else for (const part of afterSharedWords(thenPart, nowPart)) add(into, part);
    const same = from[end];
    if (same === undefined) return;
    add(into, { in: 'both', text: same });
    [start, toStart] = [end + 1, toEnd + 1];
  }
}

/**
 * A word includes the white space after it, so "Basil" at the end of a text differs from "Basil"
 * before an added line. To a reader it is the same word, so it counts as in both, and so does white
 * space that ends both texts.
 */
function afterSharedWords(then: string, now: string): DifferencePart[] {
  let from = 0;
  while (from < then.length && then[from] === now[from]) from += 1;
  while (from > 0 && !(endsWord(then, from) && endsWord(now, from))) from -= 1;
  if (from === 0) return wholeDifference(then, now);
  const mostAtEnd = Math.min(then.length, now.length) - from;
  let end = 0;
  while (end < mostAtEnd && isSpace(then.at(-1 - end)) && then.at(-1 - end) === now.at(-1 - end)) end += 1;
  const parts: readonly DifferencePart[] = [
    { in: 'both', text: then.slice(0, from) },
    ...wholeDifference(then.slice(from, then.length - end), now.slice(from, now.length - end)),
    { in: 'both', text: then.slice(then.length - end) },
  ];
  return parts.filter(({ text }) => text !== '');
}

function endsWord(text: string, at: number): boolean {
  return at === text.length || isSpace(text[at]);
}

function isSpace(unit: string | undefined): boolean {
  return unit !== undefined && /\s/u.test(unit);
}

function wholeDifference(then: string, now: string): DifferencePart[] {
  const both: readonly DifferencePart[] = [
    { in: 'then', text: then },
    { in: 'now', text: now },
  ];
  return both.filter(({ text }) => text !== '');
}

/** Appends a part, or extends the last one if it is of the same kind. */
function add(into: DifferencePart[], part: DifferencePart): void {
  const last = into.at(-1);
  if (last?.in === part.in) into[into.length - 1] = { in: part.in, text: last.text + part.text };
  else into.push(part);
}
