/**
 * Line ends of texts that other clients wrote: `\r\n`, `\r` or `\n`. Texts are compared and merged with `\n`
 * alone (S5.3), and then each line gets its end back. A page knows only `\n`, so without this its edits would
 * change every line end (S5.5).
 */
import { alignedPlaces, LINES, newAlignmentBudget } from './align-text.ts';

const CARRIAGE_RETURN = /\r\n?/g;
const LINE = /([^\r\n]*)(\r\n|\r|\n|$)/gy;

export function hasCarriageReturn(text: string): boolean {
  return text.includes('\r');
}

export function withNewlines(text: string): string {
  return text.replaceAll(CARRIAGE_RETURN, '\n');
}

/** The end of each line of a text that ends with one. */
function endsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(LINE), ([, , end = '']) => end).filter((end) => end !== '');
}

/** The most frequent line end; the preferred one in case of a tie, and for a text of one line. */
function commonEnd(text: string, preferred = '\n'): string {
  const counts = new Map([[preferred, 0]]);
  for (const end of endsOf(text)) counts.set(end, (counts.get(end) ?? 0) + 1);
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}

/**
 * The line ends of one text for the lines of another.
 * @returns for each line of `lines` the end that the same line has in `text`; undefined where `text` does not
 *   have the line
 */
function endsFrom(text: string, lines: readonly string[]): readonly (string | undefined)[] {
  const places = alignedPlaces(lines, withNewlines(text).match(LINES) ?? [], newAlignmentBudget());
  const ends = endsOf(text);
  return lines.map((_line, index) => ends[places?.[index] ?? -1]);
}

/** @param merged of the three texts with `\n` alone */
export function mergeLineEnds(merged: string, base: string, local: string, remote: string): string {
  const lines = merged.match(LINES) ?? [];
  const [bases, locals, remotes] = [base, local, remote].map((text) => endsFrom(text, lines));
  const before = commonEnd(base);
  const common = mergeEnd(before, commonEnd(local, before), commonEnd(remote, before));
  const withEnds = lines.map((line, index) => {
    const [here, there] = [locals?.[index], remotes?.[index]];
    if (here !== undefined && there !== undefined)
      return withEnd(line, mergeEnd(bases?.[index] ?? before, here, there));
    // Only one side has this line, but the other side may have changed the ends of all lines.
    return withEnd(line, mergeEnd(before, here ?? there ?? common, common));
  });
  return joinLines(withEnds);
}

/** Concatenates lines. An empty line after `\r` gets no `\n`, because the two would be one line end. */
function joinLines(lines: readonly string[]): string {
  let above = '';
  return lines.map((line) => (above = above.endsWith('\r') && line === '\n' ? '\r' : line)).join('');
}

/** The side that changed wins; if both did, the result is the same whichever side is the local one. */
function mergeEnd(base: string, local: string, remote: string): string {
  if (local === remote || remote === base) return local;
  return local === base || local < remote ? remote : local;
}

/**
 * Gives an edited text of a page the line ends of the text before the edit. A new line ends like the one
 * above it.
 * @param text with `\n` alone
 */
export function withLineEndsOf(text: string, before: string): string {
  if (!hasCarriageReturn(before) || hasCarriageReturn(text)) return text;
  const lines = text.match(LINES) ?? [];
  const ends = endsFrom(before, lines);
  let above = ends.find((end) => end !== undefined) ?? commonEnd(before);
  return joinLines(
    lines.map((line, index) => {
      above = ends[index] ?? above;
      return withEnd(line, above);
    }),
  );
}

function withEnd(line: string, end: string): string {
  return line.endsWith('\n') ? `${line.slice(0, -1)}${end}` : line;
}
