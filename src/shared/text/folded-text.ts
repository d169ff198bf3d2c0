/**
 * A text whose ticked lines are hidden. The field shows the other lines, and typing changes only those: the
 * hidden lines stay as they are, each before the same shown line. No line is ever lost.
 */
import { linesIn } from './list-lines.ts';

export interface FoldedText {
  readonly shown: string;
  /** In their order in the text. */
  readonly hidden: readonly HiddenLine[];
  /** Whether an empty `shown` is an empty line of the text, and not the absence of lines. */
  readonly hasLine: boolean;
}

interface HiddenLine {
  readonly text: string;
  /** Index of the next shown line; the number of shown lines if there is none. */
  readonly before: number;
}

export function unfolded(text: string): FoldedText {
  return { shown: text, hidden: [], hasLine: true };
}

export function foldTicked(text: string): FoldedText {
  const shown: string[] = [];
  const hidden: HiddenLine[] = [];
  for (const line of linesIn(text))
    if (line.box?.isTicked === true) hidden.push({ text: line.text, before: shown.length });
    else shown.push(line.text);
  return { shown: shown.join('\n'), hidden, hasLine: shown.length > 0 };
}

export function wholeText({ shown, hidden, hasLine }: FoldedText): string {
  if (hidden.length === 0) return shown;
  const lines = shown === '' && !hasLine ? [] : shown.split('\n');
  const all: string[] = [];
  let next = 0;
  for (const [index, line] of lines.entries()) {
    for (; (hidden[next]?.before ?? Infinity) <= index; next += 1) all.push(hidden[next]?.text ?? '');
    all.push(line);
  }
  return [...all, ...hidden.slice(next).map(({ text }) => text)].join('\n');
}

/**
 * The text after the user has typed in the shown part.
 * @param caret the place after the typed words; it distinguishes a new letter from an equal one beside it
 */
export function withShown(folded: FoldedText, shown: string, caret: number): FoldedText {
  const { shown: before, hidden } = folded;
  if (hidden.length === 0) return unfolded(shown);
  // The first line is put above the ticked ones, like new lines of a list.
  if (before === '' && !folded.hasLine) {
    const lines = newlinesIn(shown) + 1;
    return { ...folded, shown, hidden: hidden.map(({ text }) => ({ text, before: lines })) };
  }
  const { start, end, endBefore } = changedPart(before, shown, caret);
  const first = newlinesIn(before.slice(0, start));
  const last = first + newlinesIn(before.slice(start, endBefore));
  const longer = newlinesIn(shown.slice(start, end)) - (last - first);
  const moved = hidden.map((line) => ({
    text: line.text,
    // A hidden line between replaced ones moves behind their replacement.
    before: line.before <= first ? line.before : Math.max(line.before, last + 1) + longer,
  }));
  return { ...folded, shown, hidden: moved };
}

/** The part that differs: from `start` to `endBefore` in the earlier text, and to `end` in the later one. */
function changedPart(
  before: string,
  after: string,
  caret: number,
): { readonly start: number; readonly end: number; readonly endBefore: number } {
  const most = Math.min(before.length, after.length);
  let behind = after.length - caret;
  if (!before.endsWith(after.slice(caret))) {
    behind = 0;
    while (behind < most && before.at(-1 - behind) === after.at(-1 - behind)) behind += 1;
  }
  let start = 0;
  while (start < most - behind && before[start] === after[start]) start += 1;
  return { start, end: after.length - behind, endBefore: before.length - behind };
}

function newlinesIn(text: string): number {
  return text.split('\n').length - 1;
}
